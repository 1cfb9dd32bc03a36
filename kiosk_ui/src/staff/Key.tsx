/** The name of a key, as printed on it. */
export function Key({ name }: { name: string }) {
  return <kbd>{name}</kbd>;
}

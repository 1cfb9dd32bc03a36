/** What a table of ours has under a name that came from elsewhere: its own alone, nothing that every object inherits. */
export function named<T>(table: Readonly<Partial<Record<string, T>>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

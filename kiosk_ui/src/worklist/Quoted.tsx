/** Words of the patient with the part that matters marked. */
export function Quoted({ text, quotes }: { text: string; quotes: readonly string[] }) {
  const quote = quotes.find((words) => words && words !== text && text.includes(words));
  if (quote === undefined) return <>{quotes.includes(text) ? <mark>{text}</mark> : text}</>;
  const at = text.indexOf(quote);
  return (
    <>
      {text.slice(0, at)}
      <mark>{quote}</mark>
      {text.slice(at + quote.length)}
    </>
  );
}

/** A module that Vite builds on its own; the value is its address. */
declare module "*?worker&url" {
  const url: string;
  export default url;
}

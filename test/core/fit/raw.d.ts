/** A file's text, as Vite gives it: these tests run where there are no files too. */
declare module '*?raw' {
  const text: string;
  export default text;
}

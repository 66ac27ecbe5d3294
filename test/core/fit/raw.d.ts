/** A file's text as imported by Vite, because these tests also run where there is no file system. */
declare module '*?raw' {
  const text: string;
  export default text;
}

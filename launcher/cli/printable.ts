/** Escapes control characters, so that text from a cloned repository cannot move the cursor or clear the screen. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, (control) => {
    const code = control.charCodeAt(0).toString(16);
    return `\\u${code.padStart(4, '0')}`;
  });
}

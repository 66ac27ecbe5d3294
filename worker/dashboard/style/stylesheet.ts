import { BASE } from '../base-path.ts';
import { COLOURS } from './colours.ts';
import { FIGURES } from './figures.ts';
import { FORMS } from './forms.ts';
import { PAGE } from './page.ts';

/** The complete stylesheet. */
export const STYLESHEET: string = COLOURS + PAGE + FIGURES + FORMS;

// FNV-1a. The URL changes with the stylesheet, so browsers may cache it.
function digest(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(16);
}

export const STYLE_PATH: string = `${BASE}/style-${digest(STYLESHEET)}.css`;

import { isContainer, type Json } from '../base/json/json.ts';

/** Returns the first characters of a value's JSON, at least `max` if it has as many. Does not serialize the rest. */
export function jsonBeginning(value: Json, max: number): string {
  let json = '';
  const write = (one: Json): void => {
    if (typeof one === 'string') json += JSON.stringify(one.slice(0, max));
    else if (!isContainer(one)) json += String(one);
    else writeAll(one as { readonly [key: string]: Json }, Array.isArray(one));
  };
  const writeAll = (all: { readonly [key: string]: Json }, isArray: boolean): void => {
    json += isArray ? '[' : '{';
    let rest = false;
    for (const key in all) {
      if (json.length > max) return;
      if (rest) json += ',';
      rest = true;
      if (!isArray) json += `${JSON.stringify(key.slice(0, max))}:`;
      write(all[key] as Json);
    }
    json += isArray ? ']' : '}';
  };
  write(value);
  return json;
}

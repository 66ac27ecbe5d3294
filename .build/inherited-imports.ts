/** esbuild's helper that makes an ES namespace of a CommonJS module, minified. */
const TO_ESM =
  /([\w$]+)=\((\w+),(\w+),(\w+)\)=>\(\4=\2!=null\?[\w$]+\([\w$]+\(\2\)\):\{\},[\w$]+\(\3\|\|!\2\|\|!\2\.__esModule\?[\w$]+\(\4,"default",\{value:\2,enumerable:!0\}\):\4,\2\)\)/g;

const INHERITED =
  '$1=($2,$3,$4)=>($4=Object.create($2),$3||!$2.__esModule?Object.defineProperty($4,"default",{value:$2,enumerable:!0}):$4)';

/**
 * Makes the namespace of a CommonJS module inherit from the module. esbuild's own helper defines a getter for each
 * exported name, again in every module that imports it. In a running launcher, these are 2,500 getters for Node's own
 * modules, or 2 MB. Throws if esbuild changes the code of the helper.
 */
export function withInheritedImports(text: string): string {
  const thin = text.replaceAll(TO_ESM, INHERITED);
  if (/!=null\?[^;]{0,80}__esModule/.test(thin))
    throw new Error("cannot find esbuild's __toESM: it is written otherwise now");
  return thin;
}

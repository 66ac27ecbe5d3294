/** Colors of both schemes. Text has a contrast of at least 4.5 : 1 in each. */
export const COLOURS: string = `
:root {
  color-scheme: light dark;
  --ground: #f6f5f1; --card: #fffefb; --ink: #1d1c18; --quiet: #5d594f; --line: #e3dfd5; --edge: #8d887b;
  --main: #0b6b5d; --main-strong: #084f45; --on-main: #ffffff; --soft: #7fbfb2; --faint: #dcd8cd; --wash: #e6f1ee;
  --lost: #a63d17; --bad-wash: #fbeae3; --warn: #7a5600; --warn-wash: #fbf2d9; --code: #f1eee6;
  --shadow: 0 1px 2px rgb(40 36 24 / 5%), 0 8px 24px -16px rgb(40 36 24 / 18%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #121311; --card: #1a1c19; --ink: #edece6; --quiet: #a9a69b; --line: #2d302b; --edge: #7b7d75;
    --main: #62d0ba; --main-strong: #8be3d1; --on-main: #08201b; --soft: #2f7d6f; --faint: #3a3d37; --wash: #1d2f2b;
    --lost: #f39b74; --bad-wash: #38221a; --warn: #e8c468; --warn-wash: #332b16; --code: #131512;
    --shadow: none;
  }
}
`;

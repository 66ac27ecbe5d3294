import { expect, test } from 'vitest';
import { withoutDataUrls } from '../../../../src/fit/result/data-urls.ts';

const PNG = `iVBORw0KGgo${'AbCdEfGhIjKlMnOpQrStUvWxYz0123456789+/abcdefghijklmnop'.repeat(40)}`;
const URL_OF_IT = `data:image/png;base64,${PNG}`;
const keep = async () => ({ artifact_ref: 'ax://tool/1', bytes: 1 });

test('a data URL within a text is shown as its type and size, and the whole is kept', async () => {
  const kept: string[] = [];
  const text = `# Page\n\n![a](${URL_OF_IT})\n\nAfter it.`;
  const result = await withoutDataUrls(
    { content: [{ type: 'text', text }], structuredContent: { a: 1 } },
    async (one) => {
      kept.push(one);
      return await keep();
    },
  );
  expect(result).toEqual({
    content: [
      {
        type: 'text',
        text: `# Page\n\n![a]([base64, ${Math.floor((PNG.length * 3) / 4)} bytes, image/png])\n\nAfter it.`,
      },
      { type: 'text', text: '[data URLs are shown as type and size; the text with them: artifact ref="ax://tool/1"]' },
    ],
    structuredContent: { a: 1 },
  });
  expect(kept).toEqual([text]);
});

test('a result without one, with a short one, or that cannot be kept stays as it is', async () => {
  const never = async () => expect.fail('nothing is to be kept');
  for (const text of ['plain', 'data:image/png;base64,iVBORw0KGgo=', `data:text/plain,${'x'.repeat(900)}`]) {
    const result = {
      content: [
        { type: 'text', text },
        { type: 'image', data: URL_OF_IT },
      ],
    };
    expect(await withoutDataUrls(result, never)).toBe(result);
  }
  const result = { content: [{ type: 'text', text: URL_OF_IT }] };
  expect(await withoutDataUrls(result, async () => ({ artifact_error: 'failed' }))).toBe(result);
});

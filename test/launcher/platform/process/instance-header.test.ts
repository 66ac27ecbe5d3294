import { expect, test } from 'vitest';
import { INSTANCE, INSTANCE_HEADER, instanceHeaders } from '../../../../launcher/platform/process/instance-header.ts';

test.each(['http://localhost/mcp', 'http://127.0.0.1:7337/mcp', 'http://[::1]:7337/mcp'])('%s is told', (url) => {
  expect(instanceHeaders(new URL(url))).toEqual({ [INSTANCE_HEADER]: INSTANCE });
});

test.each(['https://mcp.example.com/mcp', 'http://localhost.example.com/', 'http://127.0.0.2/'])(
  '%s is told nothing',
  (url) => {
    expect(instanceHeaders(new URL(url))).toEqual({});
  },
);

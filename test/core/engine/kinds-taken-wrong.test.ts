import { expect, test } from 'vitest';
import { kindOf } from '../../../src/engine/detect/kind.ts';
import { splitLines } from '../../../src/text/lines.ts';

const LOGS: Readonly<Record<string, string>> = {
  redis: `4711:C 03 Feb 2026 09:12:44.101 * oO0OoO0OoO0Oo Redis is starting oO0OoO0OoO0Oo
4711:C 03 Feb 2026 09:12:44.102 # Warning: no config file specified, using the default config
4711:M 03 Feb 2026 09:12:44.110 * Server initialized
4711:M 03 Feb 2026 09:12:44.111 * Ready to accept connections tcp
4711:signal-handler (1770109999) Received SIGTERM scheduling shutdown...
4711:M 03 Feb 2026 09:13:19.900 * User requested shutdown...
4711:M 03 Feb 2026 09:13:19.901 # Redis is now ready to exit, bye bye...`,
  nginx: `10.0.0.7 - - [03/Feb/2026:09:12:44 +0000] "GET /shop/cart HTTP/1.1" 200 512 "-" "curl/8.5.0"
10.0.0.8 - anna [03/Feb/2026:09:12:45 +0000] "POST /shop/pay HTTP/1.1" 502 157 "https://shop.test/" "Mozilla/5.0 (X11)"
10.0.0.7 - - [03/Feb/2026:09:12:46 +0000] "GET /favicon.ico HTTP/1.1" 404 153 "-" "curl/8.5.0"`,
  'npm debug': `0 verbose cli /usr/bin/node /usr/bin/npm
1 info using npm@11.2.0
2 info using node@v24.1.0
3 silly config load:file:/etc/npmrc
9 http fetch GET 404 https://registry.test/left-padd 120ms
10 verbose stack HttpErrorGeneral: 404 Not Found
11 error code E404
12 error 404 Not Found - GET https://registry.test/left-padd`,
  asan: `=================================================================
==2211==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000000010 at pc 0x55d1 bp 0x7ffc sp 0x7ffb
READ of size 4 at 0x602000000010 thread T0
    #0 0x55d1a2b3c4d5 in total /home/me/sum.c:14:10
    #1 0x55d1a2b3c5e6 in main /home/me/sum.c:22:5

freed by thread T0 here:
    #0 0x7f11a2b3c4d5 in free (/usr/lib/libasan.so+0x5)
    #1 0x55d1a2b3c6f7 in drop /home/me/sum.c:9:3

SUMMARY: AddressSanitizer: heap-use-after-free /home/me/sum.c:14:10 in total`,
  perl: `imported record 1 of 70
imported record 2 of 70
cannot open data/missing.csv: No such file or directory at import.pl line 31.
	Importer::read_file("data/missing.csv") called at import.pl line 52
	main::run() called at import.pl line 60`,
  ruby: `shop.rb:12:in 'total': undefined method '+' for nil (NoMethodError)
	from shop.rb:30:in 'block in checkout'
	from shop.rb:29:in 'each'
	from shop.rb:29:in 'checkout'
	from shop.rb:41:in '<main>'`,
  eslint: `
/home/me/shop/src/cart.js
   3:7   error    'total' is assigned a value but never used  no-unused-vars
  12:15  error    Expected '===' and instead saw '=='         eqeqeq
  40:1   warning  Unexpected console statement                no-console

/home/me/shop/src/pay.js
  8:10  error  'fetch' is not defined  no-undef

✖ 4 problems (3 errors, 1 warning)`,
  javac: `src/shop/Cart.java:14: error: cannot find symbol
        return items.size() + extra;
                              ^
  symbol:   variable extra
  location: class Cart
src/shop/Pay.java:7: error: incompatible types: String cannot be converted to int
    int amount = "10";
                 ^
2 errors`,
  junit: `[INFO] Running shop.CartTest
[ERROR] Tests run: 3, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.05 s <<< FAILURE! -- in shop.CartTest
[ERROR] shop.CartTest.totals -- Time elapsed: 0.01 s <<< FAILURE!
java.lang.AssertionError: expected:<3> but was:<4>
	at shop.CartTest.totals(CartTest.java:21)
[INFO] Results:
[ERROR] Failures:
[ERROR]   CartTest.totals:21 expected:<3> but was:<4>`,
  cmake: `-- The C compiler identification is GNU 12.2.0
-- Detecting C compiler ABI info
-- Detecting C compiler ABI info - done
-- Looking for pthread.h
CMake Error at CMakeLists.txt:12 (find_package):
  By not providing "FindZLIBX.cmake" in CMAKE_MODULE_PATH this project has
  asked CMake to find a package configuration file provided by "ZLIBX".
-- Configuring incomplete, errors occurred!`,
};

test.each(Object.keys(LOGS))('what %s says is a log, whatever its name ends in', (name) => {
  const text = LOGS[name] as string;
  for (const path of [undefined, `${name}.log`, 'output.txt']) {
    expect([path, kindOf(splitLines(text), path)]).toEqual([path, 'log']);
  }
});

test.each([
  [
    'notes.txt',
    'prose',
    'The plan for the week.\n\nWe move the cart to its own service, and then we look at the payments again.\nNothing else is to change before the release, as far as anybody knows.\n',
  ],
  [
    'go.mod',
    'source',
    'package shop\n\nimport "fmt"\n\nfunc Total(items []int) int {\n\tsum := 0\n\tfor _, one := range items {\n\t\tsum += one\n\t}\n\treturn sum\n}\n',
  ],
  ['rows.csv', 'data', 'id,name,price\n1,apple,3\n2,pear,4\n3,plum,5\n'],
])('%s is still %s', (path, kind, text) => {
  expect(kindOf(splitLines(text), path)).toBe(kind);
});

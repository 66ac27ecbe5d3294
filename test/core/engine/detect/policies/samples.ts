/** A program's output, and the name of the policy that must recognize it. */
export interface Sample {
  readonly policy: string;
  readonly program: string;
  readonly text: string;
}

/** Each sample begins with `#### policy · program`. */
const TEXTS = `#### http trace · curl -v
*   Trying 192.0.2.7:80...
* Connected to quay (192.0.2.7) port 80 (#0)
> GET /tides HTTP/1.1
> Host: quay
> Accept: */*
>
< HTTP/1.1 302 Found
< Location: /tides/today
< Content-Length: 0
<
* Connection #0 to host quay left intact
#### http headers · curl -I
HTTP/1.1 301 Moved Permanently
Server: quay
Location: /tides/
Content-Length: 0

HTTP/1.1 200 OK
Server: quay
Content-Type: text/html
#### git-index · git ls-files -s
100644 8baef1b4abc478178b004d62031cf7fe6db6f903 0\tdocs/tides.md
100755 3b18e512dba79e4c8300dd08aeb37f8e728b8dad 0\tbin/tide
120000 1de565933b05f74c75ff9a6520af5f9f8a5a2f1d 0\tlatest
#### git-index · git ls-tree
040000 tree 8baef1b4abc478178b004d62031cf7fe6db6f903\tdocs
100755 blob 3b18e512dba79e4c8300dd08aeb37f8e728b8dad\ttide.sh
100644 blob 1de565933b05f74c75ff9a6520af5f9f8a5a2f1d\tREADME.md
#### system calls · strace
execve("/usr/bin/tide", ["tide"], 0x7ffd1a5f2000 /* 20 vars */) = 0
openat(AT_FDCWD, "/etc/tide/ebb.toml", O_RDONLY) = -1 ENOENT (No such file or directory)
openat(AT_FDCWD, "/etc/tide.toml", O_RDONLY) = 3
read(3, "moon = 1\\n", 4096)           = 9
--- SIGSEGV {si_signo=SIGSEGV, si_code=SEGV_MAPERR, si_addr=NULL} ---
+++ killed by SIGSEGV +++
#### verdicts · md5sum -c
masts/north.svg: OK
masts/south.svg: OK
masts/east.svg: OK
masts/west.svg: FAILED
masts/bow.svg: OK
masts/stern.svg: OK
#### verdicts · a package's files
checking usr/bin/tide ........ ok
checking usr/bin/ebb ......... ok
checking usr/lib/moon.so ..... modified
checking usr/share/swell ..... ok
checking usr/share/surf ...... ok
checking usr/share/foam ...... ok
#### libraries · ldd
/usr/bin/tide:
\tlinux-vdso.so.1 (0x00007ffd1a5f2000)
\tlibssl.so.3 => /lib/libssl.so.3 (0x00007f1a2b300000)
\tlibz.so.1 => /lib/libz.so.1 (0x00007f1a2b2e0000)
\t/lib64/ld-linux-x86-64.so.2 (0x00007f1a2b900000)
#### tar -tv · tar tvf
drwxr-xr-x ann/crew     0 2031-02-11 21:40 logs/
-rw-r--r-- ann/crew   524 2031-02-11 21:40 logs/may.txt
-rw-r--r-- ann/crew   499 2031-02-11 21:40 logs/june.txt
#### svn-log · svn log
------------------------------------------------------------------------
r3 | ann | 2031-05-03 09:19:23 +0000 (Sat, 03 May 2031) | 1 line

Paint the third buoy
------------------------------------------------------------------------
r2 | bo | 2031-05-02 09:19:23 +0000 (Fri, 02 May 2031) | 1 line

Paint the second buoy
------------------------------------------------------------------------
#### side by side · diff -y
port=8080\t\t\tport=8080
host=quay\t\t\thost=quay
depth=12\t\t      |\tdepth=14
tide=ebb\t\t\ttide=ebb
lamp=red\t\t      <
wind=west\t\t\twind=west
rope=40\t\t\t\trope=40
crew=5\t\t\t\tcrew=5
#### test report · a runner of its own
  \u2714 mooring holds at ebb
  \u2718 [fail]: mooring holds at flood
  \u2714 anchor falls

  1 test failed
  2 tests passed
#### test report · doctest
Trying:
    depth(3)
Expecting:
    12
ok
2 items had no tests:
    quay
    quay.rope
4 passed and 0 failed.
Test passed.
#### compiler · xmllint
fleet.xml:11: element hull: Schemas validity error : Element 'hull': '9' is not an element of the set.
fleet.xml:35: element hull: Schemas validity error : Element 'hull': '7' is not an element of the set.
fleet.xml:61: element mast: Schemas validity error : Element 'mast': This element is not expected.
#### shellcheck · shellcheck

In moor.sh line 3:
  tie $rope | grep knot
      ^---^ SC2086 (info): Double quote to prevent globbing and word splitting.


In moor.sh line 9:
cd /quay
^------^ SC2164 (warning): Use 'cd ... || exit' in case cd fails.
#### assignments · sysctl -a
${Array.from({ length: 14 }, (_, i) => `net.quay.berth${i}.depth = ${i * 7}`).join('\n')}
#### assignments · the flags of a machine
${Array.from({ length: 14 }, (_, i) => `     bool UseBuoy${i}        = ${i % 3 === 0}        {product} {default}`).join('\n')}
#### libraries · ldconfig -p
3 libs found in cache
\tlibz.so.1 (libc6,x86-64) => /lib/libz.so.1
\tliblzma.so.5 (libc6,x86-64) => /lib/liblzma.so.5
\tlibkeel.so.0 (libc6,x86-64) => /lib/libkeel.so.0
\tlibmast.so.2 (libc6,x86-64) => /lib/libmast.so.2
\tlibsail.so.2 (libc6,x86-64) => /lib/libsail.so.2
\tlibrope.so.2 (libc6,x86-64) => /lib/librope.so.2
\tliblamp.so.2 (libc6,x86-64) => /lib/liblamp.so.2
\tlibhull.so.2 (libc6,x86-64) => /lib/libhull.so.2
\tlibtide.so.2 (libc6,x86-64) => /lib/libtide.so.2
#### log · http.server
Serving HTTP on 127.0.0.1 port 8000 ...
127.0.0.1 - - [03/May/2031 09:28:11] "GET /tide.html HTTP/1.0" 200 -
127.0.0.1 - - [03/May/2031 09:28:12] "GET /ebb.html HTTP/1.0" 404 -
127.0.0.1 - - [03/May/2031 09:28:12] "GET /moon HTTP/1.0" 301 -
#### log · seconds since the start
[0.021s][info][gc] Using G1
[0.022s][info][gc,init] Version: 17.0.15
[1.404s][info][gc] GC(0) Pause Young 22M->3M
#### git-branch · git branch -vv
* main       3f2a9c1 [origin/main] Say how to log in
  idle       9a8b7c6 [origin/idle: gone] Close idle sockets
  wire/head  1b2c3d4 Answer HEAD requests
#### query result · jest --coverage
----------|---------|----------|
File      | % Stmts | % Branch |
----------|---------|----------|
cart.ts   |   98.51 |      100 |
pay.ts    |   12.50 |       50 |
----------|---------|----------|
#### column titles · top
PID USER      PR  NI    VIRT    RES    SHR S  %CPU  %MEM     TIME+ COMMAND
901 ann       20   0  200001   3000   2000 S   0.1   0.1   0:01.11 shop
902 bo        20   0  200002   4000   2000 S   0.2   0.1   0:01.12 mail
#### keyed records · sqlite3 -line
   id = 1
 name = pear
price = 3

   id = 2
 name = fig
price = 9

   id = 3
 name = plum
price = 4
#### keyed records · psql \\x
-[ RECORD 1 ]-
id   | 1
name | pear
-[ RECORD 2 ]-
id   | 2
name | fig
-[ RECORD 3 ]-
id   | 3
name | plum
#### keyed records · mysql \\G
*************************** 1. row ***************************
  id: 1
name: pear
*************************** 2. row ***************************
  id: 2
name: fig
*************************** 3. row ***************************
  id: 3
name: plum
#### query result · sqlite3 -box
┌────┬──────┐
│ id │ name │
├────┼──────┤
│ 1  │ pear │
│ 2  │ fig  │
└────┴──────┘
#### ctest · ctest
Test project /home/me/shop/out
    Start 1: sums_totals
1/3 Test #1: sums_totals ......................   Passed    0.01 sec
    Start 2: rounds_up
2/3 Test #2: rounds_up ........................***Failed    0.02 sec
cart.cc:14: expected 3, got 4

    Start 3: sends_mail
3/3 Test #3: sends_mail .......................   Passed    0.00 sec

67% tests passed, 1 tests failed out of 3

Total Test time (real) =   0.04 sec

The following tests FAILED:
	  2 - rounds_up (Failed)
#### git-blame · git blame --date=short
3f2a9c1d (Ann Lee 2026-02-02   9) import { open } from './open.ts';
9a8b7c6d (Bo Ray  2026-02-01  10) 
9a8b7c6d (Bo Ray  2026-02-01  11) export const limit = 3;
#### git-log · git log
commit 3f2a9c1d7e4b5a6978c0d1e2f3a4b5c6d7e8f901
Author: Ann Lee <ann@shop.test>
Date:   Mon Feb 2 10:11:12 2026 +0100

    Close idle sockets

commit 9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d3e2f1a0b
Author: Bo Ray <bo@shop.test>
Date:   Sun Feb 1 09:00:00 2026 +0100

    Say how to log in
#### git-oneline · git log --oneline
3f2a9c1 (HEAD -> main, origin/main) fix: close idle sockets
9a8b7c6 docs: say how to log in
1b2c3d4 feat: answer HEAD requests (#12)
#### git-oneline · git log --graph --oneline
* 3f2a9c1 Merge branch 'idle'
|\\
| * 9a8b7c6 Close idle sockets
* | 1b2c3d4 Answer HEAD requests
|/
* 5e6f7a8 Begin
#### git-diff · git diff
diff --git a/x.ts b/x.ts
index 123..456 100644
--- a/x.ts
+++ b/x.ts
@@ -1,3 +1,3 @@
-const a = 1;
+const a = 2;
 const b = 1;
#### git-stat · git diff --stat
 README.md          |  12 +++---
 src/cart/total.ts  | 144 ++++++++++++++++++-------
 logo.png           | Bin 0 -> 4120 bytes
 3 files changed, 90 insertions(+), 66 deletions(-)
#### csv · git diff --numstat
12	3	README.md
144	20	src/cart/total.ts
-	-	logo.png
#### git-status · git status
On branch main
Your branch is ahead of 'origin/main' by 2 commits.
  (use "git push" to publish your local commits)

Changes not staged for commit:
  (use "git add <file>..." to update what will be committed)
	modified:   src/cart.ts

Untracked files:
	notes.txt
#### git-status-short · git status --short
 M src/cart.ts
?? notes.txt
A  src/pay.ts
#### git-blame · git blame
3f2a9c1d (Ann Lee 2026-02-02 10:11:12 +0100  1) import { a } from './a.ts';
3f2a9c1d (Ann Lee 2026-02-02 10:11:12 +0100  2) export const b = a();
^9a8b7c6 (Bo Ray  2025-11-01 09:00:00 +0100  3) export const c = 3;
#### vitest · vitest

 RUN  v3.2.1 /home/me/shop

 ✓ test/pay.test.ts (3 tests) 12ms
 ❯ test/cart.test.ts (2 tests | 1 failed) 9ms
   × totals are summed 4ms

⎯⎯⎯⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯⎯⎯⎯

 FAIL  test/cart.test.ts > totals are summed
AssertionError: expected 3 to be 4

 Test Files  1 failed | 1 passed (2)
      Tests  1 failed | 4 passed (5)
#### jest · jest
PASS src/pay.test.js
FAIL src/cart.test.js
  ● cart › totals are summed

    expect(received).toBe(expected)

    Expected: 4
    Received: 3

      at Object.<anonymous> (src/cart.test.js:9:19)

Test Suites: 1 failed, 1 passed, 2 total
Tests:       1 failed, 4 passed, 5 total
#### mocha · mocha


  cart
    ✔ is empty
    1) totals are summed


  1 passing (8ms)
  1 failing

  1) cart
       totals are summed:
     AssertionError: expected 3 to equal 4
      at Context.<anonymous> (test/cart.js:9:12)
#### TAP · node --test, TAP
TAP version 13
# Subtest: totals
not ok 1 - totals
  ---
  duration_ms: 1.2
  ...
1..1
# tests 1
# pass 0
# fail 1
#### TAP · node --test
✔ is empty (1.1ms)
✖ totals are summed (2.2ms)
ℹ tests 2
ℹ pass 1
ℹ fail 1

✖ failing tests:

test at test/cart.test.js:7:1
✖ totals are summed (2.2ms)
#### pytest · pytest
============================= test session starts ==============================
platform linux -- Python 3.12.1, pytest-8.1.1, pluggy-1.4.0
collected 5 items

tests/test_cart.py ..F..                                                 [100%]

=================================== FAILURES ===================================
_________________________________ test_totals __________________________________

    def test_totals():
>       assert total([1, 2]) == 4
E       assert 3 == 4

tests/test_cart.py:9: AssertionError
=========================== short test summary info ============================
FAILED tests/test_cart.py::test_totals - assert 3 == 4
========================= 1 failed, 4 passed in 0.12s ==========================
#### unittest · python -m unittest
..F
======================================================================
FAIL: test_totals (test_cart.CartTest.test_totals)
----------------------------------------------------------------------
Traceback (most recent call last):
  File "/home/me/shop/test_cart.py", line 9, in test_totals
    self.assertEqual(total([1, 2]), 4)
AssertionError: 3 != 4

----------------------------------------------------------------------
Ran 3 tests in 0.001s

FAILED (failures=1)
#### go test · go test -v
=== RUN   TestEmpty
--- PASS: TestEmpty (0.00s)
=== RUN   TestTotals
    cart_test.go:9: expected 4, got 3
--- FAIL: TestTotals (0.00s)
FAIL
FAIL	shop/cart	0.012s
ok  	shop/pay	0.008s
#### cargo test · cargo test
   Compiling shop v0.1.0 (/home/me/shop)
    Finished test [unoptimized + debuginfo] target(s) in 0.52s
running 2 tests
test cart::empty ... ok
test cart::totals ... FAILED

failures:

---- cart::totals stdout ----
thread 'cart::totals' panicked at src/cart.rs:9:5:
assertion \`left == right\` failed

test result: FAILED. 1 passed; 1 failed; 0 ignored
#### JUnit · mvn test
[INFO] Running shop.CartTest
[ERROR] Tests run: 3, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.05 s <<< FAILURE! -- in shop.CartTest
[ERROR] shop.CartTest.totals -- Time elapsed: 0.01 s <<< FAILURE!
java.lang.AssertionError: expected:<3> but was:<4>
	at shop.CartTest.totals(CartTest.java:21)
[INFO] Results:
[ERROR]   CartTest.totals:21 expected:<3> but was:<4>
#### rspec and phpunit · rspec
..F

Failures:

  1) Cart sums totals
     Failure/Error: expect(total).to eq(4)
       expected: 4
            got: 3
     # ./spec/cart_spec.rb:9:in 'block (2 levels) in <top (required)>'

Finished in 0.01 seconds
3 examples, 1 failure
#### eslint · eslint
/home/me/shop/src/cart.js
   3:7   error    'total' is assigned a value but never used  no-unused-vars
  40:1   warning  Unexpected console statement                no-console

✖ 2 problems (1 error, 1 warning)
#### compiler · tsc
src/cart.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'.
src/pay.ts(14,1): error TS2304: Cannot find name 'fetchAll'.
src/pay.ts(19,1): error TS2304: Cannot find name 'other'.
#### compiler · gcc
cart.c: In function 'total':
cart.c:9:12: warning: unused variable 'n' [-Wunused-variable]
    9 |        int n = 3;
      |            ^
cart.c:14:5: error: expected ';' before 'return'
#### pylint · pylint
************* Module shop.cart
shop/cart.py:7:4: W0702: No exception type(s) specified (bare-except)
shop/cart.py:9:0: E0602: Undefined variable 'total' (undefined-variable)

-----------------------------------
Your code has been rated at 3.87/10
#### compiler · ruff
src/cart.py:3:8: F401 \`os\` imported but unused
src/cart.py:9:80: E501 Line too long (91 > 79)
Found 2 errors.
#### rustc · cargo build
   Compiling shop v0.1.0 (/home/me/shop)
error[E0308]: mismatched types
  --> src/cart.rs:9:5
   |
9  |     "four"
   |     ^^^^^^ expected \`i32\`, found \`&str\`

error: could not compile \`shop\` due to 1 previous error
#### output · make
make[1]: Entering directory '/home/me/shop'
cc -O2 -c cart.c
cc -O2 -c pay.c
make[1]: *** [Makefile:9: pay.o] Error 1
make: *** [Makefile:3: all] Error 2
#### install · npm install
npm warn deprecated inflight@1.0.6: This module is not supported
npm warn deprecated glob@7.2.3: Glob versions prior to v9 are no longer supported

added 312 packages, and audited 313 packages in 9s

found 0 vulnerabilities
#### install · pip install
Collecting requests
  Downloading requests-2.31.0-py3-none-any.whl (62 kB)
Collecting idna<4,>=2.5 (from requests)
Installing collected packages: idna, requests
Successfully installed idna-3.6 requests-2.31.0
#### log · server log
2026-02-03T09:12:44.101Z INFO server listening on 8080
2026-02-03T09:12:45.000Z ERROR request failed
  at handle (/app/server.js:9:1)
2026-02-03T09:12:46.000Z INFO retried
#### log · nginx
10.0.0.7 - - [03/Feb/2026:09:12:44 +0000] "GET /shop/cart HTTP/1.1" 200 512 "-" "curl/8.5.0"
10.0.0.8 - anna [03/Feb/2026:09:12:45 +0000] "POST /shop/pay HTTP/1.1" 502 157 "-" "Mozilla/5.0 (X11)"
10.0.0.7 - - [03/Feb/2026:09:12:46 +0000] "GET /favicon.ico HTTP/1.1" 404 153 "-" "curl/8.5.0"
#### log · journalctl
Feb 03 09:12:44 host sshd[411]: Accepted publickey for ann from 10.0.0.7 port 50122
Feb 03 09:12:45 host systemd[1]: Started session-3.scope - Session 3 of User ann.
Feb 03 09:12:46 host kernel: eth0: link up
#### log · docker compose logs
db-1   | 2026-02-03 09:12:44.101 UTC [1] LOG:  database system is ready
web-1  | listening on 8080
web-1  | GET / 200
#### stack traces · python
Traceback (most recent call last):
  File "/home/me/shop/run.py", line 3, in <module>
    main()
  File "/home/me/shop/run.py", line 9, in main
    raise ValueError("no total")
ValueError: no total
#### stack traces · java
Exception in thread "main" java.lang.IllegalStateException: no total
	at shop.Cart.total(Cart.java:21)
	at shop.Main.main(Main.java:9)
Caused by: java.io.IOException: closed
	... 2 more
#### stack traces · go
panic: runtime error: index out of range [3] with length 3

goroutine 1 [running]:
main.total(...)
	/home/me/shop/cart.go:9
main.main()
	/home/me/shop/main.go:21 +0x1d
#### thread dump · jstack
2031-02-11 21:40:09
Full thread dump OpenJDK 64-Bit Server VM (17.0.15+6 mixed mode, sharing):

"main" #1 prio=5 os_prio=0 cpu=59.88ms elapsed=1.92s tid=0x7f43 nid=0x5f66 in Object.wait()  [0x7f43]
   java.lang.Thread.State: WAITING (on object monitor)
\tat java.lang.Object.wait(java.base/Native Method)
\t- waiting on <0xffd1> (a java.lang.Thread)
\tat shop.Main.main(Main.java:16)

"Finalizer" #3 daemon prio=8 os_prio=0 cpu=0.24ms elapsed=1.89s tid=0x7f44 nid=0x5f6f in Object.wait()  [0x7f42]
   java.lang.Thread.State: WAITING (on object monitor)
\tat java.lang.ref.ReferenceQueue.remove(java.base/ReferenceQueue.java:155)
\t- locked <0xffd0> (a java.lang.ref.ReferenceQueue$Lock)

"GC Thread#0" os_prio=0 cpu=0.05ms elapsed=1.92s tid=0x7f45 nid=0x5f68 runnable  
#### thread dump · gdb
Thread 3 (Thread 0x7f1a2b3ff6c0 (LWP 2213) "tide"):
#0  0x00007f1a2b4e0545 in __GI___clock_nanosleep (clock_id=0, flags=0) at ./nanosleep.c:48
#1  0x00007f1a2b4e4e53 in __GI___nanosleep (req=0x7f1a2b3fede0) at ./nanosleep.c:25
#2  0x00005581d9a3716a in wait_for_ebb (x=0x0) at tide.c:3

Thread 1 (Thread 0x7f1a2b404740 (LWP 2211) "tide"):
#0  0x00007f1a2b4e0545 in __GI___clock_nanosleep (clock_id=0, flags=0) at ./nanosleep.c:48
#1  0x00005581d9a371bb in main () at tide.c:4
#### thread dump · py-spy
Process 2211: python3 run.py
Python v3.11.2 (/usr/bin/python3.11)

Thread 2211 (idle): "MainThread"
    wait (threading.py:320)
    join (threading.py:1112)
    main (run.py:9)
Thread 2213 (active): "ebb"
    total (shop/cart.py:21)
    run (threading.py:975)
#### sanitizer · ASan
=================================================================
==2211==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000000010 at pc 0x55d1
READ of size 4 at 0x602000000010 thread T0
    #0 0x55d1a2b3c4d5 in total /home/me/sum.c:14:10
freed by thread T0 here:
    #0 0x7f11a2b3c4d5 in free (/usr/lib/libasan.so+0x5)
SUMMARY: AddressSanitizer: heap-use-after-free /home/me/sum.c:14:10 in total
#### tree · tree
.
├── README.md
├── src
│   ├── cart.ts
│   └── pay.ts
└── test
    └── cart.test.ts

2 directories, 4 files
#### tree · npm ls
shop@1.0.0 /home/me/shop
├─┬ eslint@9.1.0
│ └── ajv@6.12.6
└── zod@3.22.4
#### tree · npm ls, ASCII
shop@1.0.0 /home/me/shop
+-- eslint@9.1.0
| \`-- ajv@6.12.6
\`-- zod@3.22.4
#### ls -l · ls -l
total 24
-rw-r--r-- 1 ann staff 1204 Feb  3 09:12 README.md
drwxr-xr-x 4 ann staff 4096 Feb  3 09:12 src
-rwxr-xr-x 1 ann staff  310 Jan 12  2025 run.sh
#### ls -R · ls -R
.:
README.md
src

./src:
cart.ts
pay.ts
#### paths · find
./src/cart.ts
./src/pay.ts
./test/cart.test.ts
./README.md
#### sizes · du
4.0K	./src/pay
12K	./src
48K	.
#### source · cat -n
     1	import { a } from './a.ts';
     2	export const b = a();
     3	export const c = b;
     4	export const d = c;
#### prose · a numbered list
1. Open the settings of the shop and look for the name that customers see.
2. Change the name, and read it aloud to somebody who knows the shop well.
3. Save it, and wait until the next morning before you tell anybody of it.
#### prose · a license
GNU GENERAL PUBLIC LICENSE

Everyone is permitted to copy and distribute verbatim copies of this license document.
The licenses for most software are designed to take away your freedom to share and change it.
By contrast, this license is intended to guarantee your freedom to share and change it.
#### sizes · wc -l
   12 src/cart.ts
  144 src/pay.ts
  156 total
#### sizes · sort, uniq -c
     41 GET
      9 POST
      1 HEAD
#### column titles · df
Filesystem      Size  Used Avail Use% Mounted on
tmpfs           1.6G  2.1M  1.6G   1% /run
/dev/nvme0n1p2  468G  391G   54G  88% /
#### column titles · ps aux
USER         PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND
root           1  0.0  0.1 167744 11828 ?        Ss   Feb02   0:03 /sbin/init
ann         4711 12.0  3.1 967744 61828 ?        Sl   09:12   1:03 node server.js
#### column titles · docker ps
CONTAINER ID   IMAGE         COMMAND                  STATUS         PORTS      NAMES
3f2a9c1d7e4b   postgres:16   "docker-entrypoint.s…"   Up 2 hours     5432/tcp   db
9a8b7c6d5e4f   shop:latest   "node server.js"         Up 2 minutes   8080/tcp   web
#### column titles · kubectl get pods
NAME                    READY   STATUS             RESTARTS   AGE
cart-7d9f8b6c5-abcde    1/1     Running            0          3d
pay-5c6b7d8f9-fghij     0/1     CrashLoopBackOff   12         3d
#### column titles · npm outdated
Package  Current  Wanted  Latest  Location             Depended by
eslint     8.5.0   8.57.0   9.1.0  node_modules/eslint  shop
zod       3.22.0   3.22.4  3.22.4  node_modules/zod     shop
#### query result · psql
 id | name  | price
----+-------+-------
  1 | apple |     3
  2 | pear  |     4
(2 rows)
#### query result · psql, many rows
 id | name     | price
----+----------+-------
  1 | thing 1  |    7
  2 | thing 2  |    4
  3 | thing 3  |    1
  4 | thing 4  |    8
  5 | thing 5  |    5
  6 | thing 6  |    2
  7 | thing 7  |    9
  8 | thing 8  |    6
  9 | thing 9  |    3
 10 | thing 10  |    0
 11 | thing 11  |    7
 12 | thing 12  |    4
 13 | thing 13  |    1
 14 | thing 14  |    8
 15 | thing 15  |    5
 16 | thing 16  |    2
 17 | thing 17  |    9
 18 | thing 18  |    6
 19 | thing 19  |    3
 20 | thing 20  |    0
 21 | thing 21  |    7
 22 | thing 22  |    4
 23 | thing 23  |    1
 24 | thing 24  |    8
 25 | thing 25  |    5
 26 | thing 26  |    2
 27 | thing 27  |    9
 28 | thing 28  |    6
 29 | thing 29  |    3
 30 | thing 30  |    0
 31 | thing 31  |    7
 32 | thing 32  |    4
 33 | thing 33  |    1
 34 | thing 34  |    8
 35 | thing 35  |    5
 36 | thing 36  |    2
 37 | thing 37  |    9
 38 | thing 38  |    6
 39 | thing 39  |    3
 40 | thing 40  |    0
 41 | thing 41  |    7
 42 | thing 42  |    4
 43 | thing 43  |    1
 44 | thing 44  |    8
 45 | thing 45  |    5
 46 | thing 46  |    2
 47 | thing 47  |    9
 48 | thing 48  |    6
 49 | thing 49  |    3
 50 | thing 50  |    0
 51 | thing 51  |    7
 52 | thing 52  |    4
 53 | thing 53  |    1
 54 | thing 54  |    8
 55 | thing 55  |    5
 56 | thing 56  |    2
 57 | thing 57  |    9
 58 | thing 58  |    6
 59 | thing 59  |    3
 60 | thing 60  |    0
(60 rows)
#### query result · mysql
+----+-------+
| id | name  |
+----+-------+
|  1 | apple |
|  2 | pear  |
+----+-------+
#### csv · csv
id,name,amount,when
1,ann,10.5,2024-01-01
2,bob,11.5,2024-01-02
3,"cid, jr",12.5,2024-01-03
#### json lines · ndjson
{"level":"info","msg":"listening","port":8080}
{"level":"error","msg":"refused","port":8081}
{"level":"info","msg":"retried","port":8081}
#### json · json
{
  "name": "shop",
  "items": [
    {
      "id": 1
    }
  ]
}
#### toml and ini · toml
[project]
name = "shop"
requires-python = ">=3.10"

[tool.ruff]
line-length = 100
#### source · go.mod
module example.test/shop

go 1.24.0

require github.test/x/dep v1.2.0
#### yaml · yaml
name: build
on:
  push:
    branches: [main]
jobs:
  build:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
#### sql · sql
CREATE TABLE items (
  id integer PRIMARY KEY,
  name text NOT NULL
);
CREATE INDEX items_name ON items (name);
INSERT INTO items VALUES (1, 'apple');
#### markdown · markdown
# Shop

The shop sells fruit, and it keeps what is in the cart.

## Install

Run the command below, and answer what it asks.

- It needs a database.
- It needs a port.
#### columns · /etc/services
# Network services, Internet style
tcpmux		1/tcp				# TCP port service multiplexer
echo		7/tcp
echo		7/udp
ldap		389/tcp			# Lightweight Directory Access Protocol
ldap		389/udp
#### columns · lscpu
Architecture:            x86_64
CPU op-mode(s):          32-bit, 64-bit
CPU(s):                  2
Vendor ID:               AuthenticAMD
#### lines · apt list
bsdutils/stable,now 1:2.38.1-5 amd64 [installed,automatic]
build-essential/stable,now 12.9 amd64 [installed]
bzip2-doc/stable,now 1.0.8-5 all [installed,automatic]
bzip2/stable,now 1.0.8-5 amd64 [installed,automatic]
ca-certificates/stable,now 20230311 all [installed,upgradable to: 20250419]
chromium/stable-security,now 156.0.8078.79-1 amd64 [installed]
coreutils/stable,now 9.1-1 amd64 [installed]
curl/stable,now 7.88.1-10 amd64 [installed,upgradable to: 7.88.1-12]
dash/stable,now 0.5.12-2 amd64 [installed,automatic]
diffutils/stable,now 1:3.8-4 amd64 [installed]
dpkg/stable,now 1.21.22 amd64 [installed]
findutils/stable,now 4.9.0-4 amd64 [installed]
#### data · gcc --help=optimizers
The following options control optimizations:
  -O<number>                  Set optimization level to <number>.
  -Ofast                      Optimize for speed disregarding exact standards
                              compliance.
  -falign-functions           Align the start of functions.
#### vitest · vitest, in colors

\u001b[1m\u001b[46m RUN \u001b[49m\u001b[22m v3.2.1 /home/me/shop

 \u001b[32m✓\u001b[39m test/pay.test.ts (3 tests) 12ms

\u001b[2m Test Files \u001b[22m \u001b[1m\u001b[32m1 passed\u001b[39m\u001b[22m (1)
\u001b[2m      Tests \u001b[22m \u001b[1m\u001b[32m3 passed\u001b[39m\u001b[22m (3)
#### man page · man
LS(1)                            User Commands                           LS(1)

NAME
       ls - list directory contents

SYNOPSIS
       ls [OPTION]... [FILE]...

DESCRIPTION
       List information about the FILEs.
#### help · --help
Usage: shop [options] [command]

Sells fruit.

Options:
  -p, --port <number>  port to listen on (default: 8080)
  -v, --verbose        say more
                       about everything
  --help               show help

Commands:
  serve                start the server
#### data · html
<!doctype html>
<html>
  <head><title>Shop</title></head>
  <body>
    <h1>Fruit</h1>
  </body>
</html>
#### xml · xml
<?xml version="1.0"?>
<testsuite name="cart" tests="2">
  <testcase name="totals"/>
</testsuite>
#### search · grep -n
src/cart.ts:12:const total = 0;
src/cart.ts:19:let end = -1;
src/pay.ts:3:const SAMPLE = 400;
#### progress · import script
imported record 1 of 70
imported record 2 of 70
imported record 3 of 70
imported record 4 of 70
imported record 5 of 70
imported record 6 of 70
imported record 7 of 70
imported record 8 of 70
imported record 9 of 70
imported record 10 of 70
imported record 11 of 70
cannot open next.csv: No such file or directory at -e line 1.
#### source · TypeScript
import { a } from './a.ts';

export function load(path: string): string {
  const text = read(path);
  if (text === '') return 'empty';
  return text;
}
#### source · Python
import os


def load(path):
    """Load a file."""
    with open(path) as f:
        return f.read()
#### source · Rust
use std::fs;

pub fn load(path: &str) -> String {
    let text = fs::read_to_string(path);
    match text {
        Ok(text) => text,
        Err(error) => panic!("no {path}: {error}"),
    }
}
#### data · shell
#!/usr/bin/env bash
set -euo pipefail

for name in a b; do
  echo "$name"
done
#### source · CSS
.cart {
  color: red;
}
.cart .total {
  margin: 0 auto;
}
#### dockerfile · Dockerfile
FROM node:24-slim
WORKDIR /app
COPY package.json ./
RUN npm ci
CMD ["node", "server.js"]
#### prose · text
The plan for the week.

We move the cart to its own service, and then we look at the payments again.
Nothing else is to change before the release, as far as anybody knows.
`;

export const SAMPLES: readonly Sample[] = TEXTS.split(/^#### /m)
  .slice(1)
  .map((sample) => {
    const end = sample.indexOf('\n');
    const [policy = '', program = ''] = sample.slice(0, end).split(' · ');
    return { policy, program, text: sample.slice(end + 1) };
  });

/**
 * Words of tools, then a colon, then the words or phrases that people use for them, separated by commas. `…` stands for
 * up to four words. A phrase that contains another phrase of its line is redundant.
 */
export const EVERYDAY_WORDS = `
ci pipeline workflow build job: ci, continuous integration
create add new: make, set up, draw up, write up, put together, compose, begin, generate, spin up, introduce, one more, register, produce, prepare
delete remove drop: bin, trash, wipe, nuke, ditch, toss, zap, purge, dump, rid of, throw … away, throw … out, take … away, take … out, do away with, no longer need, not need … any more, eliminate, destroy, unpin, strip, cancel
delete archive trash: bin, trash
update edit set: tweak, fix, correct, adjust, amend, revise, bump, rewrite, rework, improve, overwrite
update due date: postpone, reschedule, push back, put off, delay, deadline, bring forward, due
list all: which … are there, what … are there, which … exist, which … do we have, what … do we have, which … do i have, what … do i have, inventory, overview
list directory: what is in, what is inside, what is there in, lies in, ls, contents of the … folder, anything in
get read retrieve content: see, look at, open up, peek, what does … say, text of, full text, contents of, words of, print, cat, body of
search find: look for, hunt, track down, dig up, where is, where are, where did i put, grep, anything about, anything on, who uses, mention, contain, occurrence, usage
move rename: another name, new name, different name, call it, retitle, name … differently, rechristen, shift, relocate
move: put … into, transfer, bring … over, shift
convert create: turn … into, make … into
duplicate copy: another copy, same again
get details info: tell me about, know about, more about, all about, particulars, facts about, describe
post send message: ping, let … know, drop … a line, shout, dm, inform, announce, spread the word, write to, say hi, say hello, heads up, broadcast
reply: answer, respond, write back, get back to, chime in
reaction emoji: thumb, heart, smiley, applaud, plus one, checkmark
create comment: remark, weigh in, chip in, note, leave … comment, tell them on, say on, ask a question, question on, leave word
comment stories: remark, discussion, what did … say
assignee assign: hand … to, put … in charge, responsible, belongs to, take over, on my plate
update completed state close: tick off, check off, mark … done, mark … as done, finished with, wrap up, is done
user member: colleague, teammate, coworker, staff, folk, employee, human, guy, who has access, who is in, who works
get users list: everybody, everyone, who are
channel: room, chat
channel history messages recent: catch up, missed, what was said, what was talked about, going on in, last said, been said
thread replies: conversation, below, underneath, under that message, follow up
latest recent: newest, freshest, most current, these days
recent history calls: before, earlier, so far, did you do, have you done
directory: folder, place on disk, path
size: big, large, space, heavy, huge, weigh, biggest, largest, megabyte, gigabyte, kb, mb, gb, fat, bulky
size sizes: most space, takes … space, takes up, eats … disk, disk usage, fills my disk, filling up
tree recursive: structure, layout, nested, hierarchy, outline, at a glance, subfolder
file info metadata: when was … changed, when was … created, last touched, modified, permission, how old, how big, when did … change, timestamp, how large is, who may read, who can read, last changed, last edited, created on, line count
write file: save, jot, note down, store, put … in a file, dump … into, keep this as, make a file, put this into, put it into, into a file, a file called, keep … in a file, write down, whole file, entire file, rest of the file
append end: at the end, at the bottom, tack on, to the end, one more paragraph, one more line, extra, further
insert: put … in, put … into, load … into, fill … with, feed, populate
edit replace: swap, substitute, change … to, instead of
media image: picture, photo, logo, icon, drawing, song, sound
multiple: several, both, bunch of, couple of, batch, bulk, in one go, together, all at once
process list: cpu, ram, hog, task manager, running programs, what is running, slowing down my, computer slow, which programs, what programs
kill terminate process: stuck, hung, frozen, force quit, hanging, will not stop, runaway, put … out of its misery
process output: printed, spat out, said so far, progress of my script, script say, output so far, is the install done
start process command: launch, fire up, boot, bash, script, cmd, kick off, install, npm, pip, python, dev server, run the, docker, command line
interact input process: prompt, type … into the terminal, waits for input, stdin, repl
session terminal: shells
configuration config: option, preference, setup, behave, default, how are you set up, your settings
usage statistics: how often, how much do i use
stop: halt, quit, abort, call off, never mind, no longer, enough
pause update monitor: for now, for a while, suspend, mute, snooze
stash: put … aside, set … aside, shelve, for later, out of the way, hide my, for now
status diff: have i changed, did i change, what changed, uncommitted, what is different, changed since, local change, i have touched, dirty
diff: difference, differ, compare, versus, line by line, what did i edit, what have i edited, side by side
log history: what happened, who has been working, over time, since, worked on, yesterday, when was … added, last change to, changes of, commits of, history of
show object commit: what did … commit, in commit, introduced by
blame line author: who wrote, who changed, who touched, who is to blame, culprit
reset discard changes: undo my, local edits, throw away … edits, throw away … changes, discard, start over, unstage, from scratch, lose my changes
restore checkout: bring … back, get … back, as it was, old version
rollback rollout undo: roll … back, go back to the previous, last deploy, previous version, older version
pull fetch remote: newest from, latest from, sync, upstream, update my copy, up to date, from the server, catch up with, get what others did
push remote upload: send … up, publish, put … online, share my commits, get … onto the server
clone repository: onto this machine, onto my machine, get a copy of, copy of the repo, check out the repo, bring … here, local copy
init repository: version control, start tracking, put … under git
clean untracked: leftover, junk, not tracked, rubbish, not under version control, clutter, garbage, sweep, does not know, litter, not in git, files that are not in
tag version: release mark, mark … as version, version number, milestone
remote url: origin, where does … push to, point … at another, address of the repo
merge: land, combine, bring together, fold, get … in, join
rebase top: on top of, replay, straighten, clean history
cherry pick: just that commit, only that commit, single commit, one commit, port, backport, take just, only the fix, here too, apply commit
worktree: side by side, second working copy, parallel, separate folder, both branches, next to this one, without leaving my branch, at the same time, two branches
reflog recover: lost commit, lost my, gone, recover, accidentally, rescue, restore a deleted branch, branch i deleted
checkout switch branch: hop, jump over to, change to branch, go over to, move over to
stage add: include … in the commit, ready for the commit, get … ready, stage everything, next commit
commit: check in, record, snapshot my work
changelog: release notes, what is new
fork repository: own copy
search code: who uses, usage, where is … used, calls this function, used anywhere, importing, used by others
pull request: merge request, change proposal, code review
review: approve, lgtm, sign off, reviewer, request changes
pull request status checks: green, checks passed, ready to merge, may i merge, mergeable
pull request files: touched, which files
issue: bug, ticket, problem, defect, feature request, glitch
navigate url: visit, open the site, load, head to, surf, browse to, bring up, pull up, open the page, open the website, login page, website up
click: hit the, tap, tick, check the box, button, submit, link, checkbox, follow the, press the, choose the, open the menu
type fill text: enter, fill in, key in, write … into, put … into the field, search box, input
fill form fields: fill out, form, sign up, password, username
screenshot: picture of, capture, how does … look, snap, look like, shows now, image of, see the page, footer, visually
snapshot accessibility: what is on the page, what is on screen, readable, elements on
console messages: js error, javascript error, warning, devtools, logged, throw errors, page throw, errors on the page, warnings, complains, javascript logs
network requests: backend, xhr, ajax, traffic, api call, loaded, which calls, does the site call, calls home
resize window: small, smaller, bigger, wider, narrow, mobile, tablet, full screen, viewport
hover: mouse over, point at, tooltip, move the mouse, mouse on, put the mouse
file upload: attach, hand in, choose a file, add my, file chooser
wait appear disappear: hold on, until, spinner, loaded, shows up, goes away, is gone
drag drop: above, pull … onto, pull … to, reorder, slider
handle dialog: popup, alert, confirm, confirmation, are you sure, say ok, say yes, box that popped
navigate back: was on before, previous page, back
press key: keyboard, enter key, escape, hit enter, shortcut, arrow, next field, tab key, reload key
select option dropdown: pick, choose, combo box, choice
tabs: other tab, new tab, another tab
evaluate javascript: console command, in the page context, js, by script, by code, with a script
emulate media: dark mode, light mode, color scheme, print view, how it prints, when printed
page: doc, document, note, wiki, entry, article
block children: paragraph, bullet, heading, line of text, todo list, end of the page
page markdown: full text, as markdown, whole text, text of, body, everything on the page
page properties update: icon, cover, archive, status of the page, restore from trash
query data source rows: row, table, entry, record, filter
schema: shape, column, structure, look like, what fields, which fields, type of, data types
explain documentation: may … have, what does … mean, allowed field, documentation, how does … work
logs: crash, log line, what went wrong, fail, complain, stack trace, output of the, died, dies, tail, what does … print, last words, its output
describe events: what is wrong, crash, pending, restart loop, will not start, does not start, event
exec command: shell into, get into, look inside, log into
scale replicas: more copies, instance, more of, fewer, down to, up to, handle more
port forward: tunnel, reach … from, from my laptop, local port, on my machine, localhost, expose
context current: which cluster, other cluster, talk to, connect to the other, instead, cluster am i
apply manifest: yaml, roll out the file, deploy, bring … live
install chart: helm, deploy, put … into the cluster
node drain: machine, maintenance, take … out of service, evict, reboot
get resources list: running in, what is running, pods, deployments, services
ping alive: still there, alive, reachable, up at all
find query documents: look up, lookup, where … is, who has, with more than, older than
insert many documents: put … into, add these, seed, load this data, these records
count number: how many, number of, tally, amount
aggregate group: average, total per, sum, breakdown, per month, per day, per country, top ten, most common, revenue, by month
explain plan execution: slow, takes so long, speed of, tune
create index: faster, speed up, quick lookup, lookups by, quicker
drop database: whole db, entire db, whole database, entire database
list collections: table, what is there in, what is stored in
list databases: which db, what dbs
db stats: how large is the database, health of the db
export: as a file, as json, as csv, to a file, download, spreadsheet, excel, results as
connect: hook up, log on, sign on, attach to, use the database at, connect me
disconnect close: hang up, sign off, log off
knowledge documentation search: recommend, best practice, guide, official docs, advice, what do the docs say, how should i
build failure logs: red, broken, broke, fails, what went wrong, error output, show me why
pipeline status latest: green, passing, is … done, did the build, finished yet, deploy done, build state
rerun workflow: once more, retry, another try, one more time, try again, repeat, failed part
flaky tests: now and then, sometimes, intermittent, randomly, on and off, unreliable, every so often, come and go, trusted
test results: which tests, failing tests, tests fail, unit tests, did the … tests, tests go through
artifacts: binary, build output, installer, apk, coverage report, from the last build, files from the … run, files of the build, built, produced, saved
config helper validate: anything wrong in, is … valid, check my config, lint, well formed
underused resource: too big, wasted, oversized, idle, overkill, barely used, overpaying, underpowered
usage data credits: cost, spend, spent, minutes used, expensive
component versions: which version, versions of, deployed where
scrape url: web page, this page, that page, page as, article at, content of the site
map urls: every link, all links, all urls, which pages, page list, sitemap, every page of, subpages
crawl: whole site, entire site, all pages, whole website, every page, mirror, complete documentation, complete site, everything on the site
search web: internet, google, online, web for, out there, weather, what is the news, current
agent research structured: gather, find out, collect facts, competitor
monitor create recurring: watch, as soon as, when … changes, whenever, keep an eye on, alert me, let me know when, notify me when, tell me when
monitor checks: what has changed, did … change, what did the watcher
monitor: watching, watcher
parse document: docx, text of a pdf, text of a document, scan, slides, presentation, word file, tables out of, what is in … pdf, read the pdf, out of the pdf, extract the text, convert … to markdown
papers search: study, literature, research on, preprint, science, scientific, journal
related papers citations: cite, similar to, cited, like this one
inspect paper: abstract, authors of, who wrote
read paper passages: what does the paper say, in the paper, method section, their results
credit balance: how much … left, quota, allowance, run out, remaining, budget left
task: todo, to do, chore, card, item, job, reminder, assignment
create task: remind, reminder, to do for, on my list, new to do, put … on the list, note down that, ask … to
subtask: break … down, split, steps, checklist, parts, smaller
section: column, lane, swimlane
tag: label, mark, urgent, priority, flag, category, as version, tagged, release number
dependency dependencies: blocked by, wait for, has to wait, before … can start, depends, needs … first, blocker
dependents: waiting for this, after this
my tasks: on my plate, i have to do, assigned to me, my list, my day, my todo, am i supposed, should i work on, my open, what should i do, open work
search tasks: overdue, due this week, due today, open items, unassigned, tasks that mention, are late, has to do, belong to
task counts: left to do, how much is left, how many left, how far along, open and done, how many tasks, tasks are open, share of, finished tasks, percent done
project status update: how is … going, on track, at risk, progress report, state of the project, weekly
project: board, initiative
workspace: organization, company account
geocode: coordinates of, position of, where on the map, latitude of, lat, gps position, find the coordinates, longitude of
reverse geocode address: street, what address, what place is at, which town, which city
place details: open on, rating, still open, hours, menu, when does … close, is it open, reviews of, how good is, close tonight, phone this, can i still, when do they, opens at, closes at, how busy
search places: nearby, near me, around here, closest, nearest, close to, eat, drink, coffee, gas station, cafe, hotel, bakery, parking, station close, close by, good … in, pub, bar, shop near
distance matrix: from each, each of, every pair, between all, how far, commute, several places, travel times, from my home to each, from every, quickest to reach, nearest of
directions: route, way to, get to, drive, walk, bike, train, by bus, trip, road, get there, fastest way, on foot, how do i get, by car, take me to, way home, navigate me
elevation: altitude, height, high, sea level, steep, climb, uphill, higher than, above sea, mountain
entities delete: forget
entities create: remember
observations add: fact, keep in mind, note that, remember that, learn, bear in mind, also remember
relations create: works for, boss of, belongs together, works at, belongs to, is part of, child of
read graph: everything you know, remembered, all you know, whole memory, your memory
search nodes: know about, remember about, have i told, what do you know, do you remember, anything you know on, said about, told you, have i said
calendar event: meeting, appointment, lunch, invite, slot, when am i free, busy, agenda
email mail: inbox, unread, recipient, sender, subject
query sql: table, select, database
container: docker, image
alert incident: outage, on call, page me, pager
dashboard metrics: graph, chart, traffic, latency, cpu over time
customer contact: client, lead, account, prospect
payment invoice charge: pay, bill, refund, subscription, price
weather forecast: rain, sunny, temperature, cold outside
translate: in german, in french, other language
summarize summary: short version, gist, key points, tl dr
spreadsheet sheet: excel, cell, table
download: save … locally, grab, get … onto my disk
upload: put … online, hand in, send … up
share permission: access, invite, let … see
secret credential: password, token, api key
`;

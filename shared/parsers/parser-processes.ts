import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { codeFolder, type ParserName, parserUrl } from './parser-files.ts'
import type { BoundedTask, TaskBounds } from './task-bounds.ts'

const maxProcesses = 2

const answer = v.object({ result: v.unknown(), reusable: v.boolean() })
interface Answered<Result> {
  readonly result: Result
  readonly reusable: boolean
}

interface Parser {
  readonly child: ChildProcess
  readonly url: string
  readonly heapMb: number
}

/** A task, and who does it: a process of the project, or another one by its URL. */
export interface ParserTask<Task> extends BoundedTask<Task> {
  readonly parser: ParserName | URL
}

const idle: Parser[] = []
const waiting: (() => void)[] = []
let leased = 0

/**
 * Has a process of its own read a file of an untrusted sender: never throws, waits or takes memory beyond its bounds because of
 * the bytes. Gives `tooMuch` for a file that is too much for the process. It throws only when the process cannot be started, or
 * gets too little processor time.
 */
export async function readApart<Task, Result>(
  { parser, ...message }: ParserTask<Task>,
  schema: v.GenericSchema<unknown, Result>,
  tooMuch: Result,
): Promise<Result> {
  const leasedParser = await lease(parser instanceof URL ? parser : parserUrl(parser), message.bounds)
  let reusable = false
  try {
    const { result, ...after } = await ask(leasedParser.child, message, schema, tooMuch)
    reusable = after.reusable
    return result
  } finally {
    release(leasedParser, reusable)
  }
}

async function lease({ href: url }: URL, { heapMb }: TaskBounds): Promise<Parser> {
  while (leased === maxProcesses) await new Promise<void>((resolve) => waiting.push(resolve))
  leased += 1
  const place = idle.findLastIndex((parser) => parser.heapMb === heapMb && parser.url === url)
  const [parser] = place < 0 ? [] : idle.splice(place, 1)
  return parser ?? { child: start(url, heapMb), url, heapMb }
}

function release(parser: Parser, reusable: boolean) {
  leased -= 1
  if (reusable && parser.child.connected) idle.push(parser)
  else parser.child.kill('SIGKILL')
  waiting.shift()?.()
}

/** MB for new objects, of which there are three parts. With V8's 16 MB most processes soon become too large to be used again. */
const roomForNewObjects = '--max-semi-space-size=4'

/**
 * It gets none of the function's environment: a parser of untrusted bytes needs no credentials. Node lets it read the
 * function's code and nothing else, such as the environment of its parent in `/proc`; write nothing; and start no process.
 */
function start(url: string, heapMb: number): ChildProcess {
  const { PATH, LD_LIBRARY_PATH } = process.env
  const child = fork(fileURLToPath(url), {
    serialization: 'advanced',
    execArgv: [
      `--max-old-space-size=${heapMb}`,
      roomForNewObjects,
      '--permission',
      `--allow-fs-read=${codeFolder()}`,
      '--allow-worker',
    ],
    env: { PATH, LD_LIBRARY_PATH },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  child.on('error', () => child.kill('SIGKILL'))
  child.once('exit', () => {
    const index = idle.findIndex((parser) => parser.child === child)
    if (index >= 0) idle.splice(index, 1)
  })
  keepAlive(child, false)
  return child
}

/** An idle reader does not keep the function's process from ending. */
function keepAlive(child: ChildProcess, alive: boolean) {
  if (alive) child.ref()
  else child.unref()
  if (alive) child.channel?.ref()
  else child.channel?.unref()
}

async function ask<Task, Result>(
  child: ChildProcess,
  message: BoundedTask<Task>,
  schema: v.GenericSchema<unknown, Result>,
  tooMuch: Result,
): Promise<Answered<Result>> {
  keepAlive(child, true)
  const { durationMs } = message.bounds
  const tooSlow = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => tooSlow.reject(new Error(`no answer about a file within ${durationMs} ms`)),
    durationMs,
  )
  const answered = new AbortController()
  try {
    const reply = once(child, 'message', answered).then(([received]) => {
      const { result, reusable } = v.parse(answer, received)
      return { result: v.parse(schema, result), reusable }
    })
    const exit = once(child, 'exit', answered).then(([code, signal]) => answerOfExit({ code, signal }, tooMuch))
    child.send({ ...message })
    return await Promise.race([reply, exit, tooSlow.promise])
  } finally {
    answered.abort()
    clearTimeout(timer)
    keepAlive(child, false)
  }
}

/** A file can end the process by a signal only: by V8's abort, or by whoever watches its time and memory. */
function answerOfExit<Result>({ code, signal }: Record<'code' | 'signal', unknown>, tooMuch: Result): Answered<Result> {
  if (signal) return { result: tooMuch, reusable: false }
  throw new Error(`The process that reads files ended with code ${code}`)
}

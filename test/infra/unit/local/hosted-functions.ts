import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type FunctionHost,
  type FunctionHostOptions,
  type FunctionSpecification,
  startFunctionHost,
} from '../../../../infra/local/function-host.ts'

export type HostedFunctions = FunctionHost & {
  directory: string
  call(name: string, event?: unknown): Promise<unknown>
  log(name: string): Promise<string>
}

type Given = { code: string } & Partial<FunctionSpecification>

/** Hosts functions written for a test, as modules in a folder of their own that goes away on close. */
export async function hostFunctions(
  given: Record<string, Given>,
  options: Partial<
    Pick<
      FunctionHostOptions,
      'maximumThreadsPerFunction' | 'idleMilliseconds' | 'clockOffset' | 'pauseDivisor' | 'compileCacheDirectory'
    >
  > = {},
): Promise<HostedFunctions> {
  const directory = await mkdtemp(join(tmpdir(), 'functions-'))
  const functions: FunctionSpecification[] = []
  for (const [name, { code, ...specification }] of Object.entries(given)) {
    const codeDirectory = join(directory, name)
    await mkdir(codeDirectory)
    await writeFile(join(codeDirectory, 'index.mjs'), code)
    functions.push({
      name,
      arn: `arn:aws:lambda:us-east-1:123456789012:function:${name}`,
      codeDirectory,
      handler: 'index.handler',
      environment: {},
      memoryMegabytes: 128,
      timeoutSeconds: 10,
      ...specification,
    })
  }
  const environment = { AWS_REGION: 'us-east-1' }
  const logDirectory = join(directory, 'logs')
  const host = startFunctionHost({ functions, environment, logDirectory, ...options })
  return {
    ...host,
    directory,
    async call(name, event = {}) {
      const { payload, functionError } = await host.invoke(name, JSON.stringify(event))
      const answer: unknown = JSON.parse(payload)
      return functionError === undefined ? answer : { functionError, answer }
    },
    log: (name) => readFile(join(logDirectory, `${name}.log`), 'utf8'),
    async close() {
      await host.close()
      await rm(directory, { recursive: true })
    },
  }
}

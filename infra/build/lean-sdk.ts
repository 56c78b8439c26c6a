import type { LeanRule } from './lean-packages.ts'

/** The errors of AWS that functions tell apart by their class, and the one whose class tells the SDK to try again. */
export const errorsToldApart: readonly string[] = [
  'ConditionalCheckFailedException',
  'ExecutionAlreadyExists',
  'NoSuchKey',
  'ReplicatedWriteConflictException',
  'TransactionCanceledException',
]

/** What the SDK does for other places than Lambda, and for settings that nobody makes. */
export const leanSdk: readonly LeanRule[] = [
  {
    why: 'Any other error of a service stays its general exception, under its own name.',
    file: /^@aws-sdk\/client-[\w-]+\/dist-es\/schemas\/schemas_0\.js$/,
    lean: (text) =>
      text.replace(/^n0_registry\.registerError\((\w+)\$, \1\);$/gm, (line, name) =>
        errorsToldApart.includes(name) ? line : '',
      ),
  },
  {
    why: 'Keys that are constants are written out, or the shapes of all operations would be kept: a key could be a call.',
    file: /^@aws-sdk\/client-[\w-]+\/dist-es\/schemas\/schemas_0\.js$/,
    lean: withKeysWrittenOut,
  },
  {
    why: 'The deployment names the endpoint of DynamoDB (infra/constructs/access.ts); the rules of every partition need not find it.',
    file: /^@aws-sdk\/client-dynamodb\/dist-es\/endpoint\/endpointResolver\.js$/,
    lean: () => `export const defaultEndpointResolver = ({ Endpoint }) => {
      if (!Endpoint) throw new Error('AWS_ENDPOINT_URL_DYNAMODB is not set')
      return { url: new URL(Endpoint), properties: {}, headers: {} }
    }`,
  },
  {
    why: 'Nobody has DynamoDB asked for endpoints.',
    file: /^@aws-sdk\/middleware-endpoint-discovery\/dist-es\/resolveEndpointDiscoveryConfig\.js$/,
    lean: () => 'export const resolveEndpointDiscoveryConfig = (config) => config',
  },
  {
    why: 'Nor is the command for that sent.',
    file: /^@aws-sdk\/client-dynamodb\/dist-es\/commands\/DescribeEndpointsCommand\.js$/,
    lean: () => 'export class DescribeEndpointsCommand {}',
  },
  {
    why: 'No client is given extensions, without which its settings go in and come out as they are.',
    file: /^@aws-sdk\/client-[\w-]+\/dist-es\/runtimeExtensions\.js$/,
    lean: () => 'export const resolveRuntimeExtensions = (config) => config',
  },
  {
    why: 'A function has its settings from its environment, and no configuration files.',
    file: /^@smithy\/core\/dist-es\/submodules\/config\/node-config-provider\/configLoader\.js$/,
    lean: (text) => text.replace('fromSharedConfigFiles(configFileSelector, configuration), ', ''),
  },
  {
    why: 'A function knows its region from its environment, and runs on no instance that has metadata.',
    file: /^@smithy\/core\/dist-es\/.*\/getInstanceMetadataRegion\.js$/,
    lean: () => 'export const getInstanceMetadataRegion = async () => undefined',
  },
  {
    why: 'Calls are tried again in the standard mode; no client has the adaptive one, with its limiter of rates.',
    file: /^@smithy\/core\/dist-es\/submodules\/retry\/util-retry\/AdaptiveRetryStrategy\.js$/,
    lean: leftOut,
  },
  {
    why: 'Streams of Node alone are sent and received, none of a browser.',
    // But of createBufferedReadable, whose parts are those of the one for Node, too.
    file: /^@smithy\/core\/dist-es\/submodules\/serde\/util-stream\/(.*\/)?(?!createB)[\w-]+\.browser\.js$/,
    lean: leftOut,
  },
  {
    why: 'Nobody signs messages of event streams.',
    file: /^@smithy\/signature-v4\/dist-es\/HeaderFormatter\.js$/,
    lean: () => 'export class HeaderFormatter {}',
  },
  {
    why: 'Node hashes by itself.',
    file: /^@(smithy|aws-sdk)\/.*\/(Sha256|Sha1|Md5|Crc32)Js\.js$/,
    lean: leftOut,
  },
  {
    why: 'Which Node runs, infra/constructs/service-function.ts says: nobody needs to be warned.',
    file: /^@(smithy|aws-sdk)\/core\/dist-es\/.*\/emitWarningIfUnsupportedVersion\.js$/,
    lean: () => 'export const emitWarningIfUnsupportedVersion = () => {}',
  },
  {
    why: 'AWS sends dates that Node reads by itself: seconds, RFC 3339 and RFC 7231.',
    file: /^@smithy\/core\/dist-es\/submodules\/serde\/date-utils\.js$/,
    lean: () => `
      const read = (value) => {
        if (value === null || value === undefined) return undefined
        const date = new Date(value)
        if (Number.isNaN(date.getTime())) throw new TypeError('Invalid date')
        return date
      }
      export const dateToUtcString = (date) => date.toUTCString()
      export const parseRfc3339DateTime = read, parseRfc3339DateTimeWithOffset = read, parseRfc7231DateTime = read
      export const parseEpochTimestamp = (value) => read(value && Math.round(Number(value.value ?? value) * 1000))`,
  },
]

/** In place of each function and class that a file exports, one that fails: what is left out is missed aloud. */
function leftOut(text: string): string {
  return names(text)
    .map((name) => `export function ${name}() { throw new Error('${name} is left out of bundles') }`)
    .join('\n')
}

/** What a file exports, by name. */
function names(text: string): string[] {
  return [...text.matchAll(/^export (?:const|let|(?:async )?function\*?|class) (\w+)/gm)].map(([, name = '']) => name)
}

/** `{ [_h]: 1 }` as `{ "http": 1 }`, where the file says that `_h` is `"http"`. */
function withKeysWrittenOut(text: string): string {
  const constants = new Map(
    [...text.matchAll(/^const (\w+) = ("[^"\n]*");$/gm)].map(([, name, value]) => [name, value]),
  )
  return text.replace(/\[(\w+)\]:/g, (whole, name) => (constants.has(name) ? `${constants.get(name)}:` : whole))
}

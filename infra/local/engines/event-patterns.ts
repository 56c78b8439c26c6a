type Json = unknown
type Test = (value: Json) => boolean
/** Whether an event fits a rule's pattern. */
export type EventTest = (event: Json) => boolean

/**
 * Compiles an EventBridge event pattern: exact values, `prefix`, `suffix`, `anything-but` (values, prefix or suffix), `exists`, `numeric`
 * and `$or`. A form not known here throws, so that a rule cannot silently match less, or more, than it does on AWS.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-pattern-operators.html
 */
export function compileEventPattern(pattern: Json): EventTest {
  if (!isObject(pattern) || Object.keys(pattern).length === 0) throw unknownForm('pattern', pattern)
  const tests = Object.entries(pattern).map(([key, expected]) => compileField(key, expected))
  return (event) => tests.every((test) => test(event))
}

function compileField(key: string, expected: Json): EventTest {
  if (key === '$or') {
    if (!Array.isArray(expected) || expected.length < 2) throw unknownForm('$or', expected)
    const alternatives = expected.map(compileEventPattern)
    return (event) => alternatives.some((test) => test(event))
  }
  if (Array.isArray(expected)) {
    if (expected.length === 0) throw unknownForm(key, expected)
    const tests = expected.map(compileValue)
    return (event) => candidates(eventField(event, key)).some((value) => tests.some((test) => test(value)))
  }
  const nested = compileEventPattern(expected)
  return (event) => candidates(eventField(event, key)).some(nested)
}

/** A field that holds an array matches when one of its elements does; one that is absent is `undefined`. */
function candidates(value: Json): readonly Json[] {
  return Array.isArray(value) && value.length > 0 ? value : [value]
}

function eventField(value: Json, key: string): Json {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

const forms: Readonly<Record<string, (argument: Json) => Test | undefined>> = {
  prefix: (text) =>
    typeof text === 'string' ? (value) => typeof value === 'string' && value.startsWith(text) : undefined,
  suffix: (text) =>
    typeof text === 'string' ? (value) => typeof value === 'string' && value.endsWith(text) : undefined,
  exists: (wanted) => (typeof wanted === 'boolean' ? (value) => (value !== undefined) === wanted : undefined),
  numeric: compileNumeric,
  'anything-but': compileAnythingBut,
}

function compileValue(expected: Json): Test {
  if (isLiteral(expected)) return (value) => value === expected
  const [form, ...more] = isObject(expected) ? Object.entries(expected) : []
  const test = form && more.length === 0 && Object.hasOwn(forms, form[0]) ? forms[form[0]]?.(form[1]) : undefined
  if (!test) throw unknownForm('value', expected)
  return test
}

/** A field that is absent is not "anything but": AWS matches only what is there. */
function compileAnythingBut(argument: Json): Test | undefined {
  if (isObject(argument) && !('prefix' in argument || 'suffix' in argument)) return undefined
  const excluded = (Array.isArray(argument) ? argument : [argument]).map(compileValue)
  return (value) => value !== undefined && !excluded.some((test) => test(value))
}

const comparisons: Readonly<Record<string, (value: number, bound: number) => boolean>> = {
  '=': (value, bound) => value === bound,
  '>': (value, bound) => value > bound,
  '>=': (value, bound) => value >= bound,
  '<': (value, bound) => value < bound,
  '<=': (value, bound) => value <= bound,
}

function compileNumeric(argument: Json): Test | undefined {
  if (!Array.isArray(argument) || argument.length === 0 || argument.length % 2 !== 0) return undefined
  const tests: ((value: number) => boolean)[] = []
  for (let index = 0; index < argument.length; index += 2) {
    const compare = comparisons[String(argument[index])]
    const bound: Json = argument[index + 1]
    if (!compare || typeof bound !== 'number') return undefined
    tests.push((value) => compare(value, bound))
  }
  return (value) => typeof value === 'number' && tests.every((test) => test(value))
}

function isLiteral(value: Json): value is string | number | boolean | null {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}

function isObject(value: Json): value is Record<string, Json> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function unknownForm(place: string, form: Json): Error {
  return new Error(`The local EventBridge does not know this form of ${place}: ${JSON.stringify(form)}`)
}

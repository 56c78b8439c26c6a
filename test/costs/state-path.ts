import { asArray, asNumber, asObject, asString, type JsonObject } from '../../infra/local/template.ts'

/**
 * The states that an execution of the machine of retries enters, in their order, by its definition: it starts with one attempt,
 * and every attempt fails until one is taken, or until there are no more. Each of them is paid for.
 */
export function statesEntered(
  definition: JsonObject,
  { from, takenAt = Number.POSITIVE_INFINITY }: { readonly from: number; readonly takenAt?: number },
): string[] {
  const states = asObject(definition.States)
  const entered: string[] = []
  for (let name: string | null = asString(definition.StartAt); name !== null; ) {
    if (entered.includes(name)) throw new Error(`${name} is entered twice`)
    entered.push(name)
    name = after(asObject(states[name]), { from, takenAt })
  }
  return entered
}

function after(state: JsonObject, { from, takenAt }: { readonly from: number; readonly takenAt: number }) {
  if (state.Type === 'Choice') {
    const chosen = asArray(state.Choices)
      .map(asObject)
      .find(({ NumericEquals }) => NumericEquals === from)
    return asString(chosen?.Next)
  }
  if (state.Type !== 'Task') return nextOf(state)
  const attempt = asNumber(asObject(asObject(state.Parameters).Payload).attempt) ?? 0
  const [failure] = asArray(state.Catch).map(asObject)
  return attempt < takenAt && failure ? asString(failure.Next) : nextOf(state)
}

function nextOf({ Next }: JsonObject): string | null {
  return Next === undefined ? null : asString(Next)
}

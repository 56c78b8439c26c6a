import { readBefore } from '../../matrices/scenarios/read-before.ts'
import type { Ask, Scenario } from '../../matrices/scenarios/scenario.ts'
import type { Tenant } from '../../support/tenant.ts'
import type { DrivenCloud } from './driven-cloud.ts'
import { idsIn, type Renaming } from './renaming.ts'
import { type Prepared, type TenantTemplate, tenantTemplateOf } from './tenant-template.ts'
import { type Dependencies, tenantWorld } from './tenant-world.ts'

/** Its cells are their own: sealing takes most of the time, and happens after what is looked at here. */
export const leftOut = ['document-sealing']

const templates = new WeakMap<DrivenCloud, Map<Scenario, Promise<TenantTemplate<Ask> | null>>>()

/** Makes what a request needs in a tenant of its own, as a client does, and lets everything happen that follows from it. */
export async function preparedAnew(dependencies: Dependencies, scenario: Scenario): Promise<Prepared<Ask>> {
  return await readingBefore(await unread(dependencies, scenario))
}

async function unread({ driven, jobs }: Dependencies, scenario: Scenario): Promise<Prepared<Ask>> {
  const world = await tenantWorld(driven, jobs)
  const made = await scenario(world.tenant)
  await world.settle(leftOut)
  return { world, made }
}

/** The same, in a cast of what was prepared once where that can be. */
export async function prepared(dependencies: Dependencies, scenario: Scenario): Promise<Prepared<Ask>> {
  const known = templates.get(dependencies.driven) ?? new Map<Scenario, Promise<TenantTemplate<Ask> | null>>()
  templates.set(dependencies.driven, known)
  const template = known.get(scenario) ?? templateFor(dependencies, scenario)
  known.set(scenario, template)
  return await readingBefore((await (await template)?.clone()) ?? (await unread(dependencies, scenario)))
}

async function readingBefore(given: Prepared<Ask>): Promise<Prepared<Ask>> {
  await readBefore(given.made)
  return given
}

async function templateFor(dependencies: Dependencies, scenario: Scenario): Promise<TenantTemplate<Ask> | null> {
  const model = await unread(dependencies, scenario)
  const ids = idsIn(JSON.stringify(await model.world.items()))
  return (await canBeRemade(model.made, model.world.tenant, ids))
    ? await tenantTemplateOf(dependencies, model, askAgain)
    : null
}

/** Whether a request names its ids where they can be changed: neither in bytes, such as those of a seal, nor in another's token or link. */
async function canBeRemade({ path, options }: Ask, { token }: Tenant, ids: ReadonlySet<string>): Promise<boolean> {
  if (typeof options.token === 'string' && options.token !== token) return false
  // The token of a personal link follows from ids, under a key that only KMS has.
  if (/^\/(sign|a|p|r|vendor-webhooks)\//.test(path)) return false
  const { body } = options
  const parts = body instanceof FormData ? [...body.values()] : body instanceof Uint8Array ? [new Blob([body])] : []
  const bytes = await Promise.all(parts.map(async (part) => (part instanceof Blob ? await part.bytes() : [])))
  const texts = bytes.flatMap((each) => [Buffer.from(each).toString('latin1')])
  // Texts in a PDF may be UTF-16, every second byte of which is 0 then.
  return ![...ids].some((id) => texts.some((text) => text.replaceAll('\0', '').includes(id)))
}

function askAgain({ path, options, after }: Ask, { text, value }: Renaming, { token }: Tenant): Ask {
  const { body, json, headers } = options
  return {
    path: text(path),
    ...(after !== undefined && { after: text(after) }),
    options: {
      ...options,
      ...(typeof options.token === 'string' && { token }),
      ...(json !== undefined && { json: value(json) }),
      ...(typeof body === 'string' && { body: text(body) }),
      ...(body instanceof FormData && { body: formAgain(body, text) }),
      ...(headers && {
        headers: Object.fromEntries(Object.entries(headers).map(([name, held]) => [name, text(held)])),
      }),
    },
  }
}

function formAgain(form: FormData, text: Renaming['text']): FormData {
  const again = new FormData()
  for (const [name, part] of form) {
    if (typeof part === 'string') again.append(name, text(part))
    else again.append(name, part, part.name)
  }
  return again
}

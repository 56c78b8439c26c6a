import * as v from 'valibot'

/** The text of a secret, by its ARN or name. */
export type ReadSecret = (secretId: string) => Promise<string>

const pattern = /\{\{resolve:secretsmanager:([^}]+?):SecretString(?::([^:}]*))?(?::([^:}]*))?(?::([^:}]*))?\}\}/g

/**
 * Replaces `{{resolve:secretsmanager:<id>:SecretString:<json key>:<stage>:<version>}}` in a text by the secret, or by one key of it.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/dynamic-references-secretsmanager.html
 */
export async function resolveDynamicReferences(text: string, readSecret: ReadSecret): Promise<string> {
  const secrets = new Map<string, string>()
  for (const [, secretId = ''] of text.matchAll(pattern)) secrets.set(secretId, await readSecret(secretId))
  return text.replace(pattern, (_, secretId: string, key: string | undefined) =>
    secretValue(secrets.get(secretId) ?? '', key),
  )
}

function secretValue(secret: string, key: string | undefined): string {
  if (!key) return secret
  const values: unknown = JSON.parse(secret)
  const value = typeof values === 'object' && values !== null ? Reflect.get(values, key) : undefined
  if (value === undefined) throw new Error(`A secret of the template has no key ${key}`)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const answerSchema = v.object({ SecretString: v.string() })

/** Reads secrets from the engine that hosts them. */
export function secretReader(endpoint: string): ReadSecret {
  return async (SecretId) => {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': 'secretsmanager.GetSecretValue' },
      body: JSON.stringify({ SecretId }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`The secret ${SecretId} could not be read: ${text}`)
    return v.parse(answerSchema, JSON.parse(text)).SecretString
  }
}

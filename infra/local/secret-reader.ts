import * as v from 'valibot'

/** The text of a secret, by its ARN or name. */
export type ReadSecret = (secretId: string) => Promise<string>

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

import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { CommandRefusal } from './refusal.ts'

const apiVersion = '2010-05-15'

/** The value of an output of a CloudFormation stack, asked for with the credentials and in the region of another service's client. */
export async function stackOutput(client: DynamoDBClient, stack: string, output: string): Promise<string> {
  const answer = await describeStack(client, stack)
  const members = answer.split('</member>').filter((member) => textOf(member, 'OutputKey') === output)
  const value = members[0] && textOf(members[0], 'OutputValue')
  if (value) return value
  throw new CommandRefusal(
    `The stack ${stack} has no output ${output}. Check that it is a complete deployment of this project.`,
  )
}

/** CloudFormation's one call that is needed here, so that no client of its own is. */
async function describeStack({ config }: DynamoDBClient, stack: string): Promise<string> {
  const region = await config.region()
  const endpoint = new URL(
    process.env.AWS_ENDPOINT_URL_CLOUDFORMATION ?? `https://cloudformation.${region}.${domainOf(region)}/`,
  )
  const query = { Action: 'DescribeStacks', Version: apiVersion, StackName: stack }
  const signing = { name: 'sigv4', signingName: 'cloudformation', signingRegion: region, properties: {} }
  const { protocol, hostname, host } = endpoint
  const port = endpoint.port === '' ? undefined : Number(endpoint.port)
  const signer = await config.signer(signing)
  const { headers } = await signer.sign({
    method: 'GET',
    protocol,
    hostname,
    port,
    path: '/',
    query,
    headers: { host },
  })
  const response = await fetch(`${endpoint.origin}/?${new URLSearchParams(query)}`, { headers })
  const text = await response.text()
  if (response.ok) return text
  throw new CommandRefusal(
    `CloudFormation cannot describe the stack ${stack} in ${region}: ${textOf(text, 'Message') ?? text}`,
  )
}

function domainOf(region: string): string {
  return region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'
}

/** The text of an element of a flat answer; names of outputs and of tables hold nothing that XML writes otherwise. */
function textOf(xml: string, element: string): string | null {
  return new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1] ?? null
}

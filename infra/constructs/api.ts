import { Construct } from 'constructs'
import type { Operation } from '../../shared/http/operation.ts'
import { groupNames, operationGroups } from '../build/operation-groups.ts'
import { apiDefinition } from './api-definition.ts'
import type { ApiFunctionsProps } from './api-function.ts'
import { apiFunctions } from './api-functions.ts'
import { answerKey, pageTokenKeys } from './api-secrets.ts'
import { type GatewayLogging, RestApi, type RestApiProps } from './rest-api.ts'

export interface ApiProps extends ApiFunctionsProps {
  readonly logging: GatewayLogging
  readonly gateway: GatewayProps
}

/** How a gateway is reached, and how much it takes. */
export type GatewayProps = Pick<RestApiProps, 'throttles' | 'webAclArn' | 'customName'>

/** The API: a function for each group of operations, and the gateway whose routes are those operations. */
export class Api extends Construct {
  /** Without a slash at the end. */
  readonly url: string

  constructor(scope: Construct, id: string, props: ApiProps) {
    super(scope, id)
    const functions = apiFunctions(this, props, { tokenKeys: pageTokenKeys(this), sealingKey: answerKey(this) })
    const { logging, foundation } = props
    const operations = Object.values(operationGroups).flat()
    const gateway = new RestApi(this, 'Gateway', {
      definition: apiDefinition(
        'Sealpost',
        groupNames.map((name) => ({
          operations: operationGroups[name],
          functionArn: functions[name].inService.functionArn,
        })),
        { unknownArn: functions.identity.inService.functionArn, answersOrigins: props.appOrigins.length > 0 },
      ),
      functions: Object.values(functions),
      ...props.gateway,
      isCompressed: true,
      secretMethods: ['/{proxy+}/ANY', ...operations.filter(isReachedByLink).flatMap(methodsOf)],
      publicMethods: ['/{proxy+}/ANY', ...operations.filter(isPublic).flatMap(methodsOf)],
      logging,
      alarms: foundation.alarms,
    })
    this.url = gateway.url
  }
}

function isPublic({ access }: Operation): boolean {
  return access.to === 'anyone' || access.to === 'link'
}

/** Whatever stands below a personal link, the page's own files with it. */
function isReachedByLink({ path }: Operation): boolean {
  return (
    path.startsWith('/sign/') ||
    path.startsWith('/invitations/') ||
    path.startsWith('/calendar/') ||
    path.startsWith('/vendor-webhooks/')
  )
}

/** HEAD is answered wherever GET is, and any other method as unknown. */
function methodsOf({ method, path }: Operation): string[] {
  const own = method === 'GET' ? [`${path}/GET`, `${path}/HEAD`] : [`${path}/${method}`]
  return [...own, `${path}/ANY`]
}

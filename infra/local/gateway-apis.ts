import type { Api } from './gateway.ts'
import { asNumber, asObject, asString, mountPath, type ResolvedTemplate } from './template.ts'

/** The REST APIs of a template, each with its stage and its place on this machine. */
export function readApis({ resources }: ResolvedTemplate): Api[] {
  const stages = resources.filter(({ type }) => type === 'AWS::ApiGateway::Stage')
  return resources
    .filter(({ type }) => type === 'AWS::ApiGateway::RestApi')
    .map((api) => {
      const stage = stages.find(({ properties }) => properties.RestApiId === api.reference)
      return {
        id: api.reference,
        stage: asString(stage?.properties.StageName) || 'local',
        mount: mountPath(api),
        definition: asObject(api.properties.Body),
        compressedFromBytes: asNumber(api.properties.MinimumCompressionSize) ?? null,
      }
    })
}

import { s3Credentials } from './engines/s3.ts'
import { localRegion } from './template-resources.ts'

/** Where each service that functions call is hosted. */
export type Endpoints = {
  dynamodb: string
  s3: string
  sqs: string
  kms: string
  secretsManager: string
  eventBridge: string
  stepFunctions: string
  email: string
  sms: string
}

/** What makes the SDK in a function find the engines. https://docs.aws.amazon.com/sdkref/latest/guide/ss-endpoints-table.html */
export function awsEnvironment(endpoints: Endpoints): Record<string, string> {
  return {
    AWS_REGION: localRegion,
    AWS_DEFAULT_REGION: localRegion,
    AWS_ACCESS_KEY_ID: s3Credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: s3Credentials.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: endpoints.dynamodb,
    AWS_ENDPOINT_URL_S3: endpoints.s3,
    // The template names the address of the bucket on AWS.
    UPLOADS_ORIGIN: endpoints.s3,
    AWS_ENDPOINT_URL_SQS: endpoints.sqs,
    AWS_ENDPOINT_URL_KMS: endpoints.kms,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoints.secretsManager,
    AWS_ENDPOINT_URL_EVENTBRIDGE: endpoints.eventBridge,
    AWS_ENDPOINT_URL_SFN: endpoints.stepFunctions,
    AWS_ENDPOINT_URL_SESV2: endpoints.email,
    AWS_ENDPOINT_URL_SNS: endpoints.sms,
  }
}

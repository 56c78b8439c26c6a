import type { Resource } from './template.ts'

/** Types of resources that this machine hosts, or reads something from. */
const understood = new Set([
  'AWS::ApiGateway::RestApi',
  'AWS::ApiGateway::Stage',
  'AWS::DynamoDB::Table',
  'AWS::Events::EventBus',
  'AWS::Events::Rule',
  'AWS::IAM::ManagedPolicy',
  'AWS::IAM::Policy',
  'AWS::IAM::Role',
  'AWS::KMS::Alias',
  'AWS::KMS::Key',
  'AWS::Lambda::Alias',
  'AWS::Lambda::EventSourceMapping',
  'AWS::Lambda::Function',
  'AWS::Lambda::Version',
  'AWS::Logs::LogGroup',
  'AWS::S3::Bucket',
  'AWS::SES::ConfigurationSet',
  'AWS::SES::ConfigurationSetEventDestination',
  'AWS::SES::EmailIdentity',
  'AWS::SNS::Topic',
  'AWS::SQS::Queue',
  'AWS::SSM::Parameter',
  'AWS::Scheduler::Schedule',
  'AWS::SecretsManager::Secret',
  'AWS::StepFunctions::StateMachine',
])

/** Types that mean nothing on one machine, and why. */
const ignored: Readonly<Record<string, string>> = {
  'AWS::ApiGateway::Account': 'the gateway here logs nothing',
  'AWS::ApiGateway::BasePathMapping': 'the gateway here has one address',
  'AWS::ApiGateway::Deployment': 'the definition is served as it is',
  'AWS::ApiGateway::DomainName': 'the gateway here has one address',
  'AWS::Budgets::Budget': 'nothing is paid for',
  'AWS::CertificateManager::Certificate': 'the gateway here speaks HTTP',
  'AWS::Backup::BackupPlan': 'its data is in a folder, which can be copied',
  'AWS::Backup::BackupSelection': 'its data is in a folder, which can be copied',
  'AWS::Backup::BackupVault': 'its data is in a folder, which can be copied',
  'AWS::CloudWatch::Alarm': 'nothing is measured',
  'AWS::CloudWatch::Dashboard': 'nothing is measured',
  'AWS::CodeDeploy::Application': 'a function has one version',
  'AWS::CodeDeploy::DeploymentGroup': 'a function has one version',
  'AWS::Lambda::EventInvokeConfig': 'schedules come again anyway',
  'AWS::Lambda::Permission': 'whoever reaches a function may call it',
  'AWS::Logs::MetricFilter': 'nothing is measured',
  'AWS::Logs::QueryDefinition': 'logs are files',
  'AWS::Route53::RecordSet': 'nobody looks up names',
  'AWS::S3::BucketPolicy': 'all credentials are the same',
  'AWS::SNS::Subscription': 'nothing raises an alarm',
  'AWS::SNS::TopicPolicy': 'all credentials are the same',
  'AWS::SQS::QueuePolicy': 'all credentials are the same',
  'AWS::WAFv2::WebACL': 'no firewall stands before the gateway',
  'AWS::WAFv2::WebACLAssociation': 'no firewall stands before the gateway',
}

/** Throws for a type of which nobody has said whether this machine can go without it. */
export function demandKnownTypes(resources: readonly Resource[]): void {
  const unknown = resources.filter(({ type }) => !understood.has(type) && !Object.hasOwn(ignored, type))
  if (unknown.length === 0) return
  const told = [...new Set(unknown.map(({ type }) => type))].join(', ')
  throw new Error(`The local cloud does not know ${told}. Host it, or say in known-types.ts why it is not needed here.`)
}

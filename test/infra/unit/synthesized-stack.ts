import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type App, Stack } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { createApp } from '../../../infra/app.ts'
import { functionNames } from '../../../infra/build/function-names.ts'
import { stackName } from '../../../infra/stack-name.ts'

/** The app over empty functions: what is in a bundle makes no difference to the template. */
export function appOfEmptyFunctions(settings: Record<string, string> = {}): App {
  const context = { mailFrom: 'Sealpost <no-reply@example.com>', ...settings }
  emptyFunctions ??= makeEmptyFunctions()
  return createApp({ functionsDirectory: emptyFunctions, context, inProcess: true })
}

/** Of this process alone, since some settings put files beside a function. */
let emptyFunctions: string | undefined

function makeEmptyFunctions(): string {
  const parent = resolve('.build/tests')
  mkdirSync(parent, { recursive: true })
  const directory = mkdtempSync(join(parent, 'functions-'))
  for (const name of functionNames) {
    mkdirSync(join(directory, name))
    writeFileSync(join(directory, name, 'index.mjs'), 'export const handler = async () => {}\n')
  }
  return directory
}

/** Every setting that adds resources, as a large installation has them. */
export const everySetting: Readonly<Record<string, string>> = {
  domain: 'sealpost.example.com',
  hostedZone: 'Z0123456789ABCDEFGHIJ',
  stage: 'staging',
  appRedirectUris: 'https://app.example.com/callback',
  appOrigins: 'https://admin.example.com',
  proofLock: 'on',
  reservedConcurrency: 'on',
  requestsPerAddress: '2000',
  backups: 'on',
  backupCopyTo: 'arn:aws:backup:eu-west-1:123456789012:backup-vault:copies',
  mailFromDomain: 'bounces.example.com',
  canary: 'on',
  alarmMail: 'operators@example.com',
  dollarsPerMonth: '200',
  smsDollarsPerMonth: '50',
}

export function templateOf(app: App): Template {
  const stack = app.node.findChild(stackName)
  if (!Stack.isStack(stack)) throw new Error('the app has no stack')
  return Template.fromStack(stack)
}

type Resources = ReturnType<Template['findResources']>

/** The resources of a type by their logical ids. */
export function resourcesOf(template: Template, type: string): Resources {
  return template.findResources(type)
}

/** The logical id of a function by what it is called in the project. */
export function functionId(template: Template, name: string): string {
  const named = Object.entries(resourcesOf(template, 'AWS::Lambda::Function')).find(
    ([, resource]) => resource.Properties.FunctionName === `${stackName}-${name}`,
  )
  if (!named) throw new Error(`the template has no function ${name}`)
  return named[0]
}

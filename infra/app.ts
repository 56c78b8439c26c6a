import { App, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import cdkJson from '../cdk.json' with { type: 'json' }
import { bundleFunctions } from './build/bundle.ts'
import { functionsDirectory } from './build/bundles.ts'
import { refuseUnknownSettings, settingsOf } from './constructs/settings.ts'
import { isOn } from './constructs/switches.ts'
import { SealpostStack } from './stack.ts'
import { stackName, stackNameOf } from './stack-name.ts'

export interface AppOptions {
  /** A folder of bundles, a folder a function; where bundle.ts puts them by default. */
  readonly functionsDirectory?: string
  /** Where the cloud assembly goes; a new temporary folder by default, or where the CDK CLI says. */
  readonly outdir?: string
  /** As `-c name=value` gives it. */
  readonly context?: Readonly<Record<string, string>>
  /**
   * For who reads the template at once, in this process: nothing is checked and no code is copied. The metadata
   * `aws:asset:path` of a function then says where its code was bundled.
   */
  readonly inProcess?: boolean
}

/** The app, whose functions must have been bundled before. Nothing is looked up in an account. */
export function createApp(options: AppOptions = {}): App {
  const { inProcess = false, outdir, context } = options
  const app = new App({
    analyticsReporting: false,
    context: { ...cdkJson.context, ...(inProcess && inProcessContext), ...context },
    builtinCloudFormationValidation: !inProcess,
    // Nobody reads tree.json of such a template.
    treeMetadata: !inProcess,
    ...(outdir && { outdir }),
  })
  refuseUnknownSettings(Object.keys(app.node.getAllContext()))
  const setting = settingsOf(app)
  const stage = setting('stage')
  new SealpostStack(app, stackName, {
    stackName: stackNameOf(stage),
    // CloudFormation takes a megabyte, half of which would be spaces.
    suppressTemplateIndentation: true,
    functionsDirectory: options.functionsDirectory ?? functionsDirectory,
    description: 'Sealpost: electronic signature as one HTTP API',
    tags: { application: stackName, stage: stage || 'production' },
    terminationProtection: isOn(setting, 'terminationProtection', true),
  })
  if (!inProcess) Validations.of(app).addPlugins(new AwsSolutionsChecks(app, { verbose: true }))
  return app
}

const inProcessContext = {
  'aws:cdk:disable-asset-staging': true,
  'aws:cdk:enable-asset-metadata': true,
}

if (import.meta.main) {
  await bundleFunctions()
  createApp().synth()
}

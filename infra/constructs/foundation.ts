import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import type { Construct } from 'constructs'
import { Alarms } from './alarms.ts'
import { Buckets } from './buckets.ts'
import { Events } from './events.ts'
import { Keys } from './keys.ts'
import { serviceTable } from './table.ts'

/** What all functions stand on: everything that keeps data, and what tells of it. */
export class Foundation {
  /** The folder that holds the bundles, a folder a function. */
  readonly functionsDirectory: string
  readonly keys: Keys
  readonly alarms: Alarms
  readonly table: ITable
  readonly buckets: Buckets
  readonly events: Events

  constructor(scope: Construct, functionsDirectory: string) {
    this.functionsDirectory = functionsDirectory
    this.keys = new Keys(scope, 'Keys')
    this.alarms = new Alarms(scope, 'Alarms', this.keys.data)
    this.table = serviceTable(scope, 'Table', this.keys.data)
    this.buckets = new Buckets(scope, 'Buckets', this.keys.data)
    this.events = new Events(scope, 'Events', this.alarms)
  }
}

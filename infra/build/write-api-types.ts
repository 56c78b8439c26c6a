/** The command `npm run console:types`: writes the types of the console's client anew. */
import { writeFileSync } from 'node:fs'
import { consoleApiTypes, consoleApiTypesFile } from './console-api-types.ts'

writeFileSync(consoleApiTypesFile, consoleApiTypes())

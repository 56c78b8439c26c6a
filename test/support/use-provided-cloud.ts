import { inject } from 'vitest'
import { useCloud } from './cloud.ts'

/** Each test file talks to the one cloud of the suite. */
useCloud(inject('cloud'))

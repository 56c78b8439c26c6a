import fc from 'fast-check'

/** Every property is drawn from the seed of the run. */
fc.configureGlobal({ seed: Number(process.env.FAULTS_SEED) })

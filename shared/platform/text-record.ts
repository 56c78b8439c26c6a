import * as v from 'valibot'

type Text = v.GenericSchema<string, string>

/** Keys that `v.record` leaves out. They are keys like others here; `__proto__` never gets this far. */
const leftOut: Readonly<Record<string, string>> = { constructor: 'constructor\uffff', prototype: 'prototype\uffff' }

/** Texts by keys that somebody else chooses, such as `constructor`. */
export function textRecord(key: Text, value: Text): v.RecordSchema<Text, Text, undefined> {
  const plain = v.record(key, value)
  return {
    ...plain,
    '~run': (dataset, config) => {
      if (typeof dataset.value !== 'object' || dataset.value === null) return plain['~run'](dataset, config)
      const read = plain['~run']({ value: renamed(dataset.value, (name) => nameIn(leftOut, name)) }, config)
      if (read.typed) read.value = renamed(read.value, (name) => name.replace(/\uffff$/, ''))
      return read
    },
  }
}

const nameIn = (names: Readonly<Record<string, string>>, name: string) =>
  Object.hasOwn(names, name) ? (names[name] ?? name) : name

function renamed<Value>(from: object, toName: (name: string) => string): Record<string, Value> {
  return Object.fromEntries(Object.entries(from).map(([name, value]) => [toName(name), value]))
}

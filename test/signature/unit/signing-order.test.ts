import { expect, it } from 'vitest'
import { differentOrders } from '../../../functions/signature/api/rules/settings-rules.ts'

const ofOrders = (...orders: (number | undefined)[]) =>
  differentOrders({ signers: orders.map((order) => ({ order })) })?.refused ?? null

it.each([[[1, 2, 3]], [[undefined, undefined]], [[5]], [[2, 1]]])(
  'signers of the orders %j sign one by one',
  (orders) => {
    expect(ofOrders(...orders)).toBe(null)
  },
)

// Without an order, signers have that of their place.
it.each([[[1, 1]], [[2, undefined]], [[1, 2, 2]]])('signers of the orders %j do not', (orders) => {
  expect(ofOrders(...orders)).toBe('signing_order_not_allowed')
})

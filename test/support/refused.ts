import { expect } from 'vitest'
import { type ErrorCode, errorStatus } from '../../shared/errors/error-codes.ts'
import type { Answer } from './client.ts'

/** Expects the contract's error: its code, the code's status, and nothing but the three members of the shape. */
export function expectRefused(answer: Answer, code: ErrorCode): void {
  expect(answer.body?.error ?? answer.text).toMatchObject({ code })
  expect(answer.status).toBe(errorStatus[code])
  expect(Object.keys(answer.body)).toEqual(['error'])
  const { code: _, message, details, ...rest } = answer.body.error
  expect(message).toMatch(/\w/)
  expect(rest).toEqual({})
  expect(details === undefined || typeof details === 'object').toBe(true)
  expect(answer.headers.get('x-request-id')).toMatch(/^[A-Za-z0-9._-]{1,128}$/)
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
}

import { describe, expect, test } from 'vitest'
import { errorStatus } from '../../../../shared/errors/error-codes.ts'
import { errorCodesOf } from '../../../../shared/http/error-codes-of.ts'
import {
  changeLetter,
  createLetter,
  downloadLetter,
  listLetters,
  ping,
  playEmail,
  sampleOperations,
  weighEmail,
  whoAmI,
} from './sample-operations.ts'

const ofEverybody = [
  'timeout',
  'rate_limited',
  'internal_error',
  'unauthenticated',
  'invalid_token',
  'unknown_issuer',
  'api_key_revoked',
  'api_key_expired',
  'no_account',
  'ip_not_allowed',
  'unknown_client',
  'partner_app_revoked',
  'consent_required',
]

describe('the error codes of an operation', () => {
  test('a public operation refuses nobody', () => {
    expect(errorCodesOf(ping)).toEqual([])
  })

  test('whoever has to be known can be refused for the token, the client and the address', () => {
    expect(errorCodesOf(whoAmI).toSorted()).toEqual(ofEverybody.toSorted())
  })

  test('a file that comes alone has no data that could be invalid', () => {
    const codes = errorCodesOf(weighEmail)
    expect(codes).toEqual(expect.arrayContaining(['bad_request', 'file_required', 'file_too_large', 'invalid_pdf']))
    expect(codes).not.toContain('invalid_request')
  })

  test('a form brings the codes of its file, a POST those of its Idempotency-Key', () => {
    expect(errorCodesOf(createLetter)).toEqual(
      expect.arrayContaining([
        'bad_request',
        'payload_too_large',
        'invalid_request',
        'file_required',
        'file_too_large',
        'invalid_pdf',
        'invalid_input',
        'idempotency_key_reused',
        'idempotency_in_progress',
        'idempotency_outcome_unknown',
        'entity_not_found',
        'invalid_node_path',
        'feature_disabled',
        'forbidden',
        'insufficient_scope',
        'quota_exceeded',
      ]),
    )
    expect(errorCodesOf(createLetter)).not.toContain('precondition_failed')
  })

  test('a query can be invalid, and a list names entities', () => {
    expect(errorCodesOf(listLetters)).toEqual(expect.arrayContaining(['invalid_request', 'entity_not_found']))
    expect(errorCodesOf(listLetters)).not.toContain('idempotency_key_reused')
  })

  test('a change of a resource is guarded by If-Match', () => {
    const guarded = ['signature_request_not_found', 'precondition_failed', 'concurrent_update', 'invalid_input']
    expect(errorCodesOf(changeLetter)).toEqual(expect.arrayContaining(guarded))
    expect(errorCodesOf(downloadLetter)).not.toContain('concurrent_update')
  })

  test('a simulation says when the organization is live, and names no feature that it does not need', () => {
    expect(errorCodesOf(playEmail)).toEqual(expect.arrayContaining(['test_mode_disabled', 'concurrent_update']))
    expect(errorCodesOf(playEmail)).not.toContain('feature_disabled')
  })

  test('each code stands once, in the order of the catalog', () => {
    const catalog = Object.keys(errorStatus)
    for (const operation of sampleOperations) {
      const places = errorCodesOf(operation).map((code) => catalog.indexOf(code))
      expect(places).toEqual([...new Set(places)].sort((a, b) => a - b))
    }
  })
})

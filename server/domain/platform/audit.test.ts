import { expect, test } from 'vitest'
import { withOriginsAlone } from './audit.ts'

test.each([
  ['https://hooks.example.org/services/T00/B00/XXXX', 'https://hooks.example.org'],
  ['HTTPS://Hooks.example.org:8443?token=XXXX#XXXX', 'HTTPS://hooks.example.org:8443'],
  ['https://ntfy.sh/hive-7f3a', 'https://ntfy.sh'],
  ['ftp://anna:s3cret@ftp.example.org/in', 'ftp://ftp.example.org'],
  ['mqtt://anna:s3cret@broker.example.org/hives', 'mqtt://broker.example.org'],
  ['ftp://anna:s3/cret@ftp.example.org/in', 'ftp://•••'],
  ['see https://a.example.org/x and http://b.example.org/y', 'see https://a.example.org and http://b.example.org'],
  ['{"endpoint":"https://push.example.org/XXXX"}', '{"endpoint":"https://push.example.org"}'],
  ['anna@example.org', 'anna@example.org'],
  ['+41 79 000 00 00', '+41 79 000 00 00'],
  ['!room:matrix.example.org', '!room:matrix.example.org'],
])('an entry stores %s as %s', (address, kept) => {
  expect(withOriginsAlone({ address, more: [address, 7, null, true] })).toEqual({
    address: kept,
    more: [kept, 7, null, true],
  })
})

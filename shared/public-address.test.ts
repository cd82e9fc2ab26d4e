import { describe, expect, test } from 'vitest'
import { isPublicAddress } from './public-address.ts'

describe('isPublicAddress', () => {
  test.each([
    '1.1.1.1',
    '8.8.8.8',
    '93.184.215.14',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '168.63.129.15',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2001:4860:4860::8888',
    '2606:4700:4700::1111',
    '2A00:1450:4001:80b::200e',
    '2001:200::1',
    '3fff:1000::1',
  ])('%s is public', (ip) => {
    expect(isPublicAddress(ip)).toBe(true)
  })

  test.each([
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.0',
    '100.127.255.255',
    '127.0.0.1',
    '168.63.129.16',
    '169.254.169.254',
    '172.16.0.0',
    '172.31.255.255',
    '192.0.0.192',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.255.255',
    '198.18.0.0',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.255',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
  ])('%s is in a closed IPv4 range', (ip) => {
    expect(isPublicAddress(ip)).toBe(false)
  })

  test.each([
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['::127.0.0.1', 'IPv4-compatible'],
    ['::8.8.8.8', 'IPv4-compatible, even of a public address'],
    ['::ffff:127.0.0.1', 'IPv4-mapped'],
    ['::ffff:8.8.8.8', 'IPv4-mapped, even of a public address'],
    ['0:0:0:0:0:ffff:a9fe:a9fe', 'IPv4-mapped, long form'],
    ['::ffff:0:7f00:1', 'IPv4-translated'],
    ['64:ff9b::a9fe:a9fe', 'NAT64'],
    ['64:ff9b:1:a9fe:a9:fe00::', 'NAT64, local use'],
    ['100::1', 'discard only'],
    ['2001::1', 'Teredo'],
    ['2001:0:4136:e378:8000:63bf:3fff:fdd2', 'Teredo'],
    ['2001:10::1', 'ORCHID'],
    ['2001:20::1', 'ORCHIDv2'],
    ['2001:db8::1', 'documentation'],
    ['3fff::1', 'documentation'],
    ['2002:7f00:1::', '6to4 of loopback'],
    ['2002:808:808::', '6to4, even of a public address'],
    ['2001:4860::5efe:7f00:1', 'ISATAP'],
    ['2606:4700:4700:0:200:5efe:a9fe:a9fe', 'ISATAP with the universal bit'],
    ['5f00::1', 'segment routing'],
    ['fc00::1', 'unique local'],
    ['fd00:ec2::254', 'metadata over IPv6'],
    ['fe80::1', 'link local'],
    ['fec0::1', 'site local'],
    ['ff02::1', 'multicast'],
    ['4000::1', 'not given out'],
  ])('%s is not public: %s', (ip) => {
    expect(isPublicAddress(ip)).toBe(false)
  })

  test.each([
    '',
    ' ',
    'example.com',
    '127.1',
    '2130706433',
    '0x7f000001',
    '08.8.8.8',
    '8.8.8.8 ',
    '8.8.8.8.',
    '8.8.8.256',
    '8.8.8.8.8',
    'fe80::1%eth0',
    '2606:4700::1%1',
    '[2606:4700:4700::1111]',
    '2606:4700:4700::1111/64',
    '1::2::3',
    ':',
    '12345::',
    '8.8.8.8\u0000',
  ])('text %j that is no plain address is not public', (ip) => {
    expect(isPublicAddress(ip)).toBe(false)
  })
})

/** Two IP addresses that stand for the public internet and must be reachable. */
export const PUBLIC_V4 = "93.184.215.14";
export const PUBLIC_V6 = "2606:2800:21f::1";

const words = (text: string) => text.trim().split(/\s+/);

/** IP addresses that must never be connected to, as `ip addr` spells them. */
export const FORBIDDEN_V4 = words(`
0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.0 100.127.255.255 100.100.100.200 127.0.0.1
127.255.255.254 168.63.129.16 169.254.169.254 169.254.170.2 172.16.0.1 172.31.255.255 192.0.0.1
192.0.0.192 192.0.2.1 192.31.196.1 192.52.193.1 192.88.99.1 192.168.0.1 192.168.1.1 192.175.48.1
198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1
255.255.255.255`);

export const FORBIDDEN_V6 = words(`
:: ::1 ::2 ::7f00:1 ::a9fe:a9fe ::ffff:7f00:1 ::ffff:a9fe:a9fe ::ffff:8.8.8.8 ::ffff:0:7f00:1
64:ff9b::7f00:1 64:ff9b::808:808 64:ff9b:1::a9fe:a9fe 100::1 100:0:0:1::1 2001::1 2001::80ff:fffe
2001:2::1 2001:3::1 2001:4:112::1 2001:10::1 2001:20::1 2001:30::1 2001:db8::1 2002:7f00:1::
2002:a9fe:a9fe::1 2620:4f:8000::1 2600:1f00::5efe:a00:1 3fff::1 4000::1 5f00::1 fc00::1
fd00:ec2::254 fe80::1 fec0::1 ff02::1 ff0e::1`);

/** Other spellings of forbidden hosts, and invalid URLs; none of them is fetched. */
export const SPELLINGS = [
  "http://2130706433/",
  "http://0x7f000001/",
  "http://0177.0.0.1/",
  "http://00000177.00.00.01/",
  "http://0x7f.1/",
  "http://127.1/",
  "http://127.0.0.1./",
  "http://%31%32%37%2e%30%2e%30%2e%31/",
  "http://①②⑦.⓪.⓪.①/",
  "http://127。0。0。1/",
  "http://127.0.0.1\n/",
  "http:127.0.0.1/",
  "http:\\\\127.0.0.1/",
  "http:///127.0.0.1/",
  "http://0/",
  "http://2852039166/",
  "http://0xa9fea9fe/",
  "http://4294967295/",
  "http://localhost/",
  "http://localhost./",
  "http://LOCALHOST/",
  "http://foo.localhost/",
  "http://ip6-localhost/",
  "http://[::ffff:127.0.0.1]/",
  "http://[::127.0.0.1]/",
  "http://[64:ff9b::127.0.0.1]/",
  "http://[2002:7f00:1::]/",
  "http://[2001::80ff:fffe]/",
  "http://[::ffff:0:7f00:1]/",
  "http://good.com@127.0.0.1/",
  "http://1.1.1.1 &@2.2.2.2# @3.3.3.3/",
  "http://127.0.0.1%2f@good.com/",
  `http://user:pass@${PUBLIC_V4}/`,
  "http://127.1.1.1:80\\@127.2.2.2:80/",
  "http://256.256.256.256/",
  "http://0o177.0.0.1/",
  "http://4294967296/",
  "http://h:65536/",
  "http://[fe80::1%25eth0]/",
  "http://xn--/",
  "//127.0.0.1/",
  "file:///etc/passwd",
  "ftp://127.0.0.1/",
  "gopher://127.0.0.1:6379/_INFO",
  "dict://127.0.0.1:6379/info",
  "data:image/png;base64,AAAA",
  "javascript:alert(1)",
  "ws://127.0.0.1/",
  "unix:/run/docker.sock",
  ...[22, 25, 3000, 5432, 6379, 8080, 11_211].map((port) => `http://${PUBLIC_V4}:${port}/`),
  ...[80, 443, 5432, 6379].map((port) => `https://127.0.0.1:${port}/`),
];

/** Forbidden redirect targets. */
export const REDIRECT_TARGETS = [
  "http://127.0.0.1/",
  "http://10.0.0.1/",
  "http://169.254.169.254/latest/meta-data/",
  "http://[fd00:ec2::254]/latest/",
  "http://[::ffff:127.0.0.1]/",
  "http://2130706433/",
  "http://0/",
  "//127.0.0.1/",
  "//169.254.169.254/",
  "http:\\\\127.0.0.1/",
  "http:///127.0.0.1/",
  "http://private.example/",
  "http://mixed.example/",
  "http://localhost/",
  "http://a:b@public.example/picture",
  "http://public.example:6379/",
  "file:///etc/passwd",
  "data:image/png;base64,AAAA",
  "gopher://127.0.0.1:6379/_INFO",
  "",
];

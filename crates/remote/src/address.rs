//! Which addresses a page may be fetched from.
//!
//! The ranges are those of the IANA special-purpose address registries for IPv4 and IPv6
//! (RFC 6890 and its updates). An IPv6 address that carries an IPv4 address in it, by mapping,
//! NAT64, 6to4 or ISATAP, is what the carried address is.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Where an address leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Out into the internet.
    Public,
    /// Into this machine or its own network; the range's name follows.
    Private(&'static str),
    /// To nothing that serves pages, or to a machine's own services; the range's name follows.
    Never(&'static str),
}

impl Reach {
    /// The name of the range that keeps the address from being used, if one does.
    ///
    /// Even where private addresses are allowed, link-local ones are not: no pages live there, but
    /// the metadata services of cloud machines do, and those hand out credentials.
    pub(crate) fn refused(self, allow_private: bool) -> Option<&'static str> {
        match self {
            Self::Public => None,
            Self::Private(_) if allow_private => None,
            Self::Private(range) | Self::Never(range) => Some(range),
        }
    }
}

/// Where `address` leads.
pub(crate) fn reach(address: IpAddr) -> Reach {
    match address {
        IpAddr::V4(address) => reach_v4(address),
        IpAddr::V6(address) => reach_v6(address),
    }
}

fn reach_v4(address: Ipv4Addr) -> Reach {
    match address.octets() {
        [127, ..] => Reach::Private("loopback"),
        [10, ..] | [192, 168, ..] => Reach::Private("private"),
        [172, second, ..] if second & 0xf0 == 16 => Reach::Private("private"),
        [100, second, ..] if second & 0xc0 == 64 => Reach::Private("carrier-grade NAT"),
        [169, 254, ..] => Reach::Never("link-local"),
        [0, ..] => Reach::Never("unspecified"),
        [192, 0, 0, _] => Reach::Never("protocol assignment"),
        [192, 0, 2, _] | [198, 51, 100, _] | [203, 0, 113, _] => Reach::Never("documentation"),
        [192, 88, 99, _] => Reach::Never("6to4 relay"),
        [198, 18 | 19, ..] => Reach::Never("benchmarking"),
        [224..=239, ..] => Reach::Never("multicast"),
        [255, 255, 255, 255] => Reach::Never("broadcast"),
        [240..=255, ..] => Reach::Never("reserved"),
        _ => Reach::Public,
    }
}

fn reach_v6(address: Ipv6Addr) -> Reach {
    if let Some(carried) = carried_v4(address) {
        return reach_v4(carried);
    }
    match address.segments() {
        [0, 0, 0, 0, 0, 0, 0, 1] => Reach::Private("loopback"),
        [0, 0, 0, 0, 0, 0, 0, 0] => Reach::Never("unspecified"),
        [first, ..] if first & 0xfe00 == 0xfc00 => Reach::Private("unique local"),
        [0x64, 0xff9b, ..] => Reach::Never("local NAT64"),
        [first, ..] if first & 0xffc0 == 0xfe80 => Reach::Never("link-local"),
        [first, ..] if first & 0xffc0 == 0xfec0 => Reach::Never("site-local"),
        [first, ..] if first & 0xff00 == 0xff00 => Reach::Never("multicast"),
        [0x2001, 0xdb8, ..] => Reach::Never("documentation"),
        [0x3fff, second, ..] if second & 0xf000 == 0 => Reach::Never("documentation"),
        [0x2001, 2, 0, ..] => Reach::Never("benchmarking"),
        // Teredo, ORCHID and their like: 2001::/23.
        [0x2001, second, ..] if second & 0xfe00 == 0 => Reach::Never("protocol assignment"),
        [first, ..] if first & 0xe000 == 0x2000 => Reach::Public,
        _ => Reach::Never("reserved"),
    }
}

/// The IPv4 address that `address` carries, where routers would unpack it.
fn carried_v4(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let join = |high: u16, low: u16| Ipv4Addr::from((u32::from(high) << 16) | u32::from(low));
    match address.segments() {
        // Mapped, translated (RFC 2765) and compatible, except `::` and `::1` themselves.
        [0, 0, 0, 0, 0, 0xffff, high, low] | [0, 0, 0, 0, 0xffff, 0, high, low] => {
            Some(join(high, low))
        }
        [0, 0, 0, 0, 0, 0, high, low] if high != 0 => Some(join(high, low)),
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] => Some(join(high, low)),
        [0x2002, high, low, ..] => Some(join(high, low)),
        [_, _, _, _, 0 | 0x200, 0x5efe, high, low] => Some(join(high, low)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reach_of(text: &str) -> Reach {
        reach(text.parse().unwrap())
    }

    #[test]
    fn addresses_of_the_internet_are_public() {
        for text in [
            "1.1.1.1",
            "8.8.8.8",
            "100.63.255.255",
            "100.128.0.0",
            "172.15.255.255",
            "172.32.0.0",
            "192.0.1.0",
            "198.17.255.255",
            "198.20.0.0",
            "223.255.255.255",
            "2606:4700::1111",
            "2a00::1",
            "2001:200::1",
            "::ffff:8.8.8.8",
            "64:ff9b::808:808",
            "2002:808:808::1",
        ] {
            assert_eq!(reach_of(text), Reach::Public, "{text}");
        }
    }

    #[test]
    fn addresses_of_this_machine_and_its_network_are_private() {
        for (text, range) in [
            ("127.0.0.1", "loopback"),
            ("127.255.255.254", "loopback"),
            ("::1", "loopback"),
            ("10.0.0.1", "private"),
            ("172.16.0.1", "private"),
            ("172.31.255.255", "private"),
            ("192.168.1.1", "private"),
            ("100.64.0.1", "carrier-grade NAT"),
            ("100.127.255.255", "carrier-grade NAT"),
            ("fc00::1", "unique local"),
            ("fdff:ffff::1", "unique local"),
        ] {
            assert_eq!(reach_of(text), Reach::Private(range), "{text}");
            assert_eq!(reach_of(text).refused(true), None, "{text}");
            assert_eq!(reach_of(text).refused(false), Some(range), "{text}");
        }
    }

    #[test]
    fn special_addresses_are_refused_even_where_private_ones_are_allowed() {
        for (text, range) in [
            ("169.254.169.254", "link-local"),
            ("fe80::1", "link-local"),
            ("febf::1", "link-local"),
            ("fec0::1", "site-local"),
            ("0.0.0.0", "unspecified"),
            ("0.1.2.3", "unspecified"),
            ("::", "unspecified"),
            ("224.0.0.1", "multicast"),
            ("239.255.255.255", "multicast"),
            ("ff02::1", "multicast"),
            ("255.255.255.255", "broadcast"),
            ("240.0.0.1", "reserved"),
            ("192.0.0.8", "protocol assignment"),
            ("192.0.2.1", "documentation"),
            ("198.51.100.1", "documentation"),
            ("203.0.113.1", "documentation"),
            ("2001:db8::1", "documentation"),
            ("3fff:fff::1", "documentation"),
            ("198.18.0.1", "benchmarking"),
            ("198.19.255.255", "benchmarking"),
            ("2001:2::1", "benchmarking"),
            ("2001::1", "protocol assignment"),
            ("2001:1ff::1", "protocol assignment"),
            ("192.88.99.1", "6to4 relay"),
            ("64:ff9b:1::1", "local NAT64"),
            ("100::1", "reserved"),
            ("5f00::1", "reserved"),
            ("4000::1", "reserved"),
        ] {
            assert_eq!(reach_of(text), Reach::Never(range), "{text}");
            assert_eq!(reach_of(text).refused(true), Some(range), "{text}");
        }
    }

    #[test]
    fn a_carried_address_is_judged_as_itself() {
        for text in [
            "::ffff:10.0.0.1",
            "::ffff:0:10.0.0.1",
            "::10.0.0.1",
            "64:ff9b::a00:1",
            "2002:a00:1::",
            "2002:a00:1:1:2:3:4:5",
            "2606:4700::5efe:a00:1",
            "2606:4700::200:5efe:a00:1",
        ] {
            assert_eq!(reach_of(text), Reach::Private("private"), "{text}");
        }
        assert_eq!(
            reach_of("::ffff:169.254.169.254"),
            Reach::Never("link-local")
        );
        assert_eq!(reach_of("::ffff:127.0.0.1"), Reach::Private("loopback"));
    }
}

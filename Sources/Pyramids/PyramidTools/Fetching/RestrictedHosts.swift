/// Servers of map tiles whose owners do not permit bulk downloads.
///
/// The list has public servers whose terms said so when it was written; it is not complete. Sources:
/// https://operations.osmfoundation.org/policies/tiles for openstreetmap.org, and the terms of use of the others.
public enum RestrictedHosts {
    /// The names of domains; a domain stands for its subdomains, too.
    public static let domains = [
        "openstreetmap.org", "openstreetmap.de", "openstreetmap.fr", "opentopomap.org", "google.com", "googleapis.com",
        "virtualearth.net", "arcgisonline.com", "mapbox.com",
    ]

    /// Whether the owner of a host is known to forbid bulk downloads.
    ///
    /// - Parameter host: the name of the host, in any case.
    /// - Returns: `true` for a domain of ``domains`` and for its subdomains.
    public static func contains(_ host: String) -> Bool {
        let host = host.lowercased().drop { $0 == "." }
        let name = host.last == "." ? host.dropLast() : host
        return domains.contains { name == $0 || name.hasSuffix(".\($0)") }
    }
}

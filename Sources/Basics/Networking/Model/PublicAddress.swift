/// Addresses without secrets, which may be shown and logged.
package enum PublicAddress {
    /// Returns an address without user name, password, query and fragment, which may contain secrets.
    package static func text(of url: String) -> String {
        let address = url.prefix { $0 != "?" && $0 != "#" }
        guard let scheme = address.range(ofSeparator: "://") else { return String(address) }
        let rest = address[scheme.upperBound...]
        let authority = rest.prefix { $0 != "/" }
        guard let at = authority.lastIndex(of: "@") else { return String(address) }
        return String(address[..<scheme.upperBound] + rest[rest.index(after: at)...])
    }
}

extension Substring {
    fileprivate func range(ofSeparator separator: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(separator) { return start..<index(start, offsetBy: separator.count) }
            start = index(after: start)
        }
        return nil
    }
}

internal import CExpat

/// The library that parses XML.
package enum ExpatLibrary {
    /// The name and version on this system.
    package static var version: String {
        // "expat_2.5.0"
        let expat = XML_ExpatVersion().map { String(cString: $0) } ?? ""
        return "expat \(expat.split(separator: "_").last ?? "")"
    }
}

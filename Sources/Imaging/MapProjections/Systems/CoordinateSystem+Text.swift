internal import CProj
package import Georeferencing

extension CoordinateSystem {
    /// Returns well-known text of a system (ISO 19162:2019) on one line.
    ///
    /// - Parameter definition: a code such as `EPSG:25832`, well-known text of any dialect, or a PROJ string.
    /// - Returns: the text.
    /// - Throws: `GeoreferencingError` when PROJ is missing, or does not know the system.
    package static func wellKnownText(of definition: String) throws(GeoreferencingError) -> String {
        let context = try ProjContext()
        guard let text = context.wellKnownText(of: try context.crs(definition)) else {
            throw GeoreferencingError(
                "the coordinate system \(SystemName.short(definition)) cannot be written as well-known text.")
        }
        return text.split(whereSeparator: \.isNewline).map { $0.drop { $0 == " " } }.joined()
    }
}

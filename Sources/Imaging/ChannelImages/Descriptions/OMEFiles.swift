internal import XMLDocuments

/// The files that the elements `TiffData` of a document name.
struct OMEFiles {
    /// The identifier of the document's own file.
    private let own: String?
    /// The name of the document's own file.
    private let ownName: String
    /// The names of files by their identifiers.
    private var names: [String: String] = [:]
    /// The only name in a document that names one file: it is its own file, which has been renamed.
    private var onlyName: String?

    /// Gathers the names in a document.
    ///
    /// - Parameters:
    ///   - root: the root of the document.
    ///   - file: the path or name of the file with the document.
    init(_ root: XMLElement, file: String) {
        own = root.attributes["UUID"]
        ownName = file.split(separator: "/").last.map(String.init) ?? file
        var all: Set<String> = []
        var hasOther = false
        for pixels in root.children.lazy.filter({ $0.name == "Image" }).compactMap({ $0.child("Pixels") }) {
            for block in pixels.children where block.name == "TiffData" {
                guard let identifier = block.child("UUID"), let name = identifier.attributes["FileName"] else {
                    hasOther = true
                    continue
                }
                all.insert(name)
                names[identifier.text] = name
            }
        }
        // A document beside the files is none of them.
        let isBeside = [".ome", ".xml"].contains { ownName.lowercased().hasSuffix($0) }
        onlyName = all.count == 1 && !hasOther && !isBeside ? all.first : nil
    }

    /// The name of the file that an element `UUID` means; nil for the document's own file.
    ///
    /// An identifier without a name anywhere means the own file.
    func name(_ identifier: XMLElement) -> String? {
        if let own, identifier.text == own { return nil }
        let name = identifier.attributes["FileName"] ?? names[identifier.text]
        return name == ownName || name == onlyName ? nil : name
    }
}

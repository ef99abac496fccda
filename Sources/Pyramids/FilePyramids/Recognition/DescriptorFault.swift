internal import JSONDocuments
package import TileContainers
internal import XMLDocuments

/// Explains why a file with the name of a descriptor describes no pyramid: it is damaged.
///
/// A descriptor is recognized by its content. One that is damaged at its beginning is recognized as nothing, and only its name
/// says what it should be.
package enum DescriptorFault {
    /// The names of descriptors, whatever they describe.
    private static let names = Set(PyramidFormats.files.layouts.compactMap(\.layout).flatMap(\.descriptorNames))

    /// The number of files of a folder that are examined: a folder of pyramids has one for each.
    private static let fileLimit = 8

    /// Whether a file should be a descriptor by its name.
    private static func isDescriptor(_ name: String) -> Bool {
        names.contains(name) || FilePath.fileExtension(of: name) == "dzi"
    }

    /// Returns the error of the first descriptor of a folder that is damaged, by the order of names; `nil` if none is.
    static func find(inFolder folder: String, names: [String]) -> StoreError? {
        let descriptors = names.filter(isDescriptor).sorted().prefix(fileLimit)
        return descriptors.lazy.compactMap { find(in: "\(folder)/\($0)") }.first
    }

    /// Returns the error of a file with the name of a descriptor that is not JSON or XML, with the line of the fault.
    ///
    /// - Parameter path: the file.
    /// - Returns: the error; `nil` for other files, and for documents without a fault.
    package static func find(in path: String) -> StoreError? {
        let limit = DeepZoomDescriptor.byteLimit
        guard isDescriptor(FilePath.name(of: path)), !FileSystem.isFolder(path),
            let bytes = try? FileSystem.readWhole(path, limit: limit), bytes.count < limit
        else { return nil }
        do {
            if FilePath.fileExtension(of: path) == "json" {
                _ = try JSONValue(parsing: bytes)
            } else {
                _ = try XMLElement(parsing: bytes)
            }
            return nil
        } catch let error as JSONError {
            return .damagedFile(path, "\(error)")
        } catch let error as XMLElement.SyntaxError {
            return .damagedFile(path, "\(error.reason) in line \(error.line)")
        } catch {
            return nil
        }
    }
}

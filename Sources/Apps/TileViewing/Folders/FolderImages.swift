internal import FilePyramids
internal import Files
internal import Glibc
internal import PyramidTools
internal import TileContainers
internal import TileStores

/// The images and pyramids of a folder, found by their names.
///
/// Hidden files, unfinished ones (`NAME.partial`) and the folders of tiles that belong to Deep Zoom descriptors are left out.
/// All functions read the disk, so call them on workers.
public enum FolderImages {
    /// The most files that are listed of a folder, the first ones by name.
    public static let limit = 100_000
    /// The most folders within a folder that are searched for a pyramid.
    static let folderLimit = 256

    /// The images and pyramids in a folder, in natural order.
    ///
    /// - Parameter path: the folder.
    /// - Returns: their paths; nil if the path is not a folder or is itself a pyramid, or if the folder has no images.
    /// - Complexity: O(n log n) in the entries of the folder; no file is opened.
    public static func images(in path: String) -> [String]? {
        guard let entries = Entries(path), !Self.isPyramid(path) else { return nil }
        // Photos can have names such as those of flat tiles, and pyramids of flat tiles can have only some.
        if entries.names.contains(where: isNameOfFlatTile), (try? Pyramids.openBlocking(path)) != nil { return nil }
        let names = entries.images(in: path)
        return names.isEmpty ? nil : names.map { path.hasSuffix("/") ? path + $0 : "\(path)/\($0)" }
    }

    /// The images and pyramids in a folder, in natural order; throws an error if there are none.
    ///
    /// Blocks while the folder is read: a tenth of a second for 10,000 files.
    ///
    /// - Parameter path: the folder.
    /// - Returns: their paths, at least one.
    /// - Throws: `StoreError`, which names the folder, the fault and the remedy.
    /// - Complexity: O(n log n) in the entries of the folder; no file is opened.
    public static func list(_ path: String) throws -> [String] {
        var status = stat()
        guard Files.stat(path, &status) == 0 else {
            throw StoreError(.unreadable, path: path, "no such folder. Check the spelling.")
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw StoreError(.unreadable, path: path, "this is not a folder. Name the folder that the images are in.")
        }
        guard access(path, R_OK | X_OK) == 0 else {
            throw StoreError(.unreadable, path: path, "the folder may not be read. Check its permissions.")
        }
        guard let images = images(in: path) else {
            throw StoreError(.unreadable, path: path, "there are no images in this folder. Name one that has some.")
        }
        return images
    }

    /// The images and pyramids in the folder of a file, in natural order.
    ///
    /// - Parameter path: a file, or the folder of a pyramid.
    /// - Returns: their paths, spelled as `path` is; `path` alone if its folder does not list it.
    /// - Complexity: O(n log n) in the entries of the folder.
    public static func besides(_ path: String) -> [String] {
        let name = FilePath.name(of: path)
        let folder = FilePath.parent(of: path)
        guard var names = Entries(folder)?.images(in: folder) else { return [path] }
        if !names.contains(name) {
            // A file that was named is one of them, whatever its file extension.
            guard access(path, F_OK) == 0, !name.hasPrefix("."), name != ".." else { return [path] }
            let order = NaturalOrder(name)
            names.insert(name, at: names.firstIndex { order < NaturalOrder($0) } ?? names.count)
        }
        return names.map { FilePath.sibling($0, of: path) }
    }

    /// Whether a folder is itself a pyramid: one of tiles, or an OME-Zarr.
    private static func isPyramid(_ path: String) -> Bool {
        ValueImage.isZarr(path) || Pyramids.isPyramidFolder(path)
    }

    /// Whether a name ends as those of flat tiles do: NAME_COLUMN_ROW.jpg.
    private static func isNameOfFlatTile(_ name: String) -> Bool {
        let parts = FilePath.withoutExtension(name).split(separator: "_").suffix(2)
        return parts.count == 2 && parts.allSatisfy { $0.utf8.count <= 6 && $0.allSatisfy(\.isWholeNumber) }
    }

    /// The names in a folder that are not hidden.
    private struct Entries {
        /// The names of files, and of what may be files.
        var names: [String] = []
        /// The names of folders.
        var folders: [String] = []

        /// Reads a folder; nil if that is not possible.
        init?(_ path: String) {
            guard let stream = opendir(path) else { return nil }
            defer { closedir(stream) }
            while let entry = readdir(stream) {
                let name = PathText.name(of: entry)
                guard !name.hasPrefix(".") else { continue }
                if Self.isFolder(entry.pointee.d_type, "\(path)/\(name)") {
                    folders.append(name)
                } else {
                    names.append(name)
                }
            }
        }

        /// Whether an entry is a folder, or a link to one.
        private static func isFolder(_ type: UInt8, _ path: String) -> Bool {
            if Int(type) == DT_DIR { return true }
            guard Int(type) == DT_LNK || Int(type) == DT_UNKNOWN else { return false }
            var status = stat()
            return Files.stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        }

        /// The names of images and pyramids, in natural order.
        func images(in path: String) -> [String] {
            let known = Set(ViewableFiles.extensions)
            let files = names.filter {
                known.contains(FilePath.fileExtension(of: $0)) || $0.lowercased().hasSuffix(ViewableFiles.zarrArchive)
            }
            let candidates = folders.filter { !$0.hasSuffix("_files") && !$0.hasSuffix(".partial") }
            let pyramids = candidates.prefix(FolderImages.folderLimit).filter {
                FolderImages.isPyramid("\(path)/\($0)")
            }
            return (files + pyramids).map(NaturalOrder.init).sorted().prefix(FolderImages.limit).map(\.name)
        }
    }
}

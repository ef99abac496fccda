internal import TileContainers
internal import TilePyramid

/// The recognition of files with the annotations of another image, which are refused.
extension AnnotationFile {
    /// Whether a file is the one of the image that it states, which is not this one.
    func isFile(of statement: ImageStatement?, at path: String) -> Bool {
        guard let statement, statement.name != imageName else { return false }
        return FilePath.name(of: path) == "\(statement.name).geojson"
    }

    /// The error by which a file is refused that states another image; nil if it fits, or states none.
    func refusal(of document: GeoJSONDocument, at path: String) -> AnnotationFileError? {
        guard let statement = document.statement else { return nil }
        let name = statement.name
        let kept = "They are not shown, and the file is not changed."
        guard statement.size == imageSize else {
            let remedy = statement.projection == nil ? "" : ", show them by coordinates"
            // The pages of a file may have several sizes, and a file may be replaced.
            let image = name == imageName ? "the page or the version of that size" : "that image"
            return AnnotationFileError(
                path: path,
                message:
                    "the annotations are of \(name) with \(statement.size) pixels, and this image has \(imageSize). "
                    + "\(kept) Open \(image)\(remedy), or move the file away.")
        }
        // The user may say that an image has another name now.
        guard statement.name == imageName || chosenPath != nil else {
            return AnnotationFileError(
                path: path,
                message:
                    "the annotations are of \(name), which is another image. \(kept) Choose it as the file of annotations "
                    + "if they are of this image, too, or move it away.")
        }
        return nil
    }

    /// The error by which an old file is refused that states no image and belongs to another one of the same name; nil if it is
    /// that of this image.
    ///
    /// The measurements of its annotations decide. If they do not, the file belongs to the only image that is not a pyramid, from
    /// which the others are made.
    func refusal(
        ofOld document: GeoJSONDocument, at path: String, in scale: AnnotationScale?
    ) throws(AnnotationFileError) -> AnnotationFileError? {
        guard document.isOwn, document.statement == nil else { return nil }
        let stem = FilePath.name(of: Document.stem(ofPath: imagePath))
        let name = FilePath.name(of: imagePath)
        let others = FolderImages.besides(imagePath).map { FilePath.name(of: $0) }.filter {
            $0 != name && Document.stem(ofPath: $0) == stem
        }
        guard !others.isEmpty else { return nil }
        guard let scale else {
            var error = AnnotationFileError(path: path, message: "the scale of the image is not known yet.")
            error.isUndecided = true
            throw error
        }
        let remedy =
            "They are not shown, and the file is not changed. "
            + "Rename it to \(imageName).geojson if they are of this image."
        switch document.origin(for: scale, imageSize) {
        case .thisImage: return nil
        case .other(let reason): return AnnotationFileError(path: path, message: "\(reason). \(remedy)")
        case .unknown:
            let images = ([name] + others).filter {
                ViewableFiles.imageExtensions.contains(FilePath.fileExtension(of: $0))
            }
            guard images != [name] else { return nil }
            let names = ([imageName] + others.prefix(2)).joined(separator: ", ")
            return AnnotationFileError(
                path: path, message: "it does not say whose annotations it has: \(names) have this name. \(remedy)")
        }
    }
}

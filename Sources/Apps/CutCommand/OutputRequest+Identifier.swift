internal import FilePyramids
internal import TileContainers

extension OutputRequest {
    /// Throws if viewers find no image by an identifier.
    func check(_ identifier: IIIFIdentifier) throws(UsageError) {
        guard let fault = identifier.fault else { return }
        let text = identifier.text
        switch fault {
        case .isEmpty:
            throw UsageError("--id is empty. Give the address of the image, or leave --id out.")
        case .hasSpaces:
            throw UsageError("--id takes no spaces and no control characters. Write a space as %20.")
        case .hasOtherScheme:
            throw UsageError("--id takes an address of http or https, or a name; not \(text).")
        case .hasQuery:
            throw UsageError("--id takes an address without ? and #, because viewers add to its end; not \(text).")
        case .endsInSlash:
            throw UsageError("--id takes an address without a slash at its end; not \(text).")
        case .namesDocument(let name):
            throw UsageError(
                "--id takes the address of the image, without /\(name). Write \(text.dropLast(name.utf8.count + 1)).")
        }
    }
}

extension OutputLocation {
    /// The warning that the identifier does not end in the name of the pyramid's folder; nil if it does, or if there is none.
    var identifierWarning: String? {
        guard let identifier = target.identifier, let last = IIIFIdentifier(identifier).folderName else { return nil }
        let folder = target.container == nil ? FilePath.name(of: path) : FilePath.title(of: path)
        guard last != folder else { return nil }
        return
            "--id ends in \(last), and the folder of the pyramid is \(folder). Publish it as \(last), or give an --id "
            + "that ends in \(folder)."
    }
}

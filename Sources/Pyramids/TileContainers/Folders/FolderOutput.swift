/// The final place of the files of a folder that is written as ``PartialFolder``.
///
/// Files get their names there only when all are complete. How that is done is the one difference between a folder of
/// its own, a folder beside a descriptor, and files among others.
package protocol FolderOutput: Sendable {
    /// The path to which `.partial` is added until the files are complete.
    var path: String { get }

    /// Decides whether a pyramid can be written to this place.
    ///
    /// - Returns: whether files there may be replaced.
    /// - Throws: ``StoreError`` when something is there that the options do not allow to replace or to continue.
    func checkExisting(_ options: StoreOptions) throws -> Bool

    /// The first file or folder that finishing would replace; `nil` if there is none.
    func existing() throws -> String?

    /// Removes what belongs to incomplete files at the place, after their folder has been moved back.
    func undoMove() throws

    /// Moves complete files to their place, writes the files beside them, and removes those of an older pyramid.
    ///
    /// If the process is killed during this, a run with `resumes` completes it.
    func moveIntoPlace(_ folder: PartialFolder, siblings: [ContainerFile]) throws

    /// The paths at which a file may be found before and after ``moveIntoPlace(_:siblings:)``.
    func paths(of name: String, in partial: String, isComplete: Bool, mayReplace: Bool) -> [String]
}

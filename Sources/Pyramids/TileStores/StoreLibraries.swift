internal import SQLiteDatabases
internal import XMLDocuments

/// The libraries that pyramids are read and written with, besides those of images.
package enum StoreLibraries {
    /// The name and version of each as this system has it; SQLite is loaded for that.
    package static var versions: [String] { [ExpatLibrary.version, SQLiteLibrary.version] }
}

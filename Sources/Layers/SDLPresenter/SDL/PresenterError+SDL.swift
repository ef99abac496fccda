internal import CSDL2

extension PresenterError {
    /// A failure of an SDL function, with the text it has left behind (SDL_GetError).
    static func sdl(_ code: Code, _ attempt: String) -> PresenterError {
        let text = SDL_GetError().map { String(cString: $0) } ?? ""
        return PresenterError(code, "\(attempt): \(text.isEmpty ? "SDL does not say why" : text).")
    }
}

/// Turns the result of an SDL function into an error if it is negative.
func check(
    _ result: Int32, _ code: PresenterError.Code, _ attempt: @autoclosure () -> String
) throws(PresenterError) {
    guard result >= 0 else { throw .sdl(code, attempt()) }
}

# The words before the cursor without the command and its flags.
function __genlock_words
    set -l words (commandline -opc)
    string match -v -- '-*' $words[2..-1]
end

# Whether the words are exactly the given ones.
function __genlock_at
    set -l words (__genlock_words)
    test "$words" = "$argv"
end

# Whether the words start with the given ones.
function __genlock_in
    set -l words (__genlock_words)
    test "$words" = "$argv"; or string match -q -- "$argv *" "$words"
end

# The names of plugins or entities.
function __genlock_names
    set -l words (commandline -opc)
    command $words[1] autocomplete --names $argv[1] 2>/dev/null
end

complete -c genlock -f
